"""Settings and limits of the service."""

from __future__ import annotations

from dataclasses import dataclass

from coindex.pipeline.pipeline import AUTO, PARSER, RESOLVER, Pipeline

MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """At most `requests` requests of `bytes` bytes in all are accepted
    at a time; others get status 429.

    `upload` is the largest request in bytes, `document` the longest text in characters, `batch` the
    most documents of a request; `sending` is how many seconds a request may take to arrive,
    `patience` how many a document may take.
    """

    requests: int = 64
    bytes: int = 128 * MEGABYTE
    upload: int = 32 * MEGABYTE
    document: int = 2_000_000
    batch: int = 10_000
    sending: float = 60
    patience: float = 600


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """Requests can choose one of `resolvers`; the first is the
    default. `workers`: 0 means all cores.

    `hosts` are names a request may be addressed to; if empty, any. `secure`: it is reached over
    HTTPS. With a `token`, documents are resolved only for requests that carry it (`Authorization:
    Bearer ...`).
    """

    resolvers: tuple[str, ...] = (RESOLVER,)
    parser: str = PARSER
    detector: str = AUTO
    workers: int = 0
    hosts: tuple[str, ...] = ()
    secure: bool = False
    token: str = ""
    limits: ServiceLimits = ServiceLimits()

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        return self.hosts

    @property
    def any_address(self) -> bool:
        return False

    @property
    def upload(self) -> int:
        return self.limits.upload

    def pipeline(self, resolver: str) -> Pipeline:
        return Pipeline(self.parser, detector=self.detector, resolver=resolver)
