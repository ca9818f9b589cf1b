# The web workbench, or any command of Coindex:
#   docker build -t coindex .
#   docker run --rm -p 8000:8000 -v coindex:/data coindex
#   docker run --rm -i coindex resolve - < text.txt
FROM python:3.13-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE constraints.txt ./
COPY LICENSES LICENSES
COPY src src
RUN python -m venv /opt/coindex \
 && PIP_CONSTRAINT=constraints.txt /opt/coindex/bin/pip install --no-cache-dir '.[web,postgres,files]'

FROM python:3.13-slim
RUN useradd --system --create-home --home-dir /data coindex
COPY --from=build /opt/coindex /opt/coindex
ENV PATH=/opt/coindex/bin:$PATH PYTHONUNBUFFERED=1
USER coindex
WORKDIR /data
VOLUME /data
EXPOSE 8000
ENTRYPOINT ["coindex"]
CMD ["serve", "workbench.db", "--team", "--host", "0.0.0.0"]
