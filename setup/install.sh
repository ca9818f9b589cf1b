#!/usr/bin/env bash
# install.sh PYTHON ARGUMENT...: `pip install ARGUMENT...`, with a line for every package as soon as pip comes to it.
set -o pipefail
python=$1
shift
"$python" -m pip --disable-pip-version-check install "$@" | while read -r word name _; do
  case $word in
    Collecting) echo "  $name" ;;
    Installing) echo "  unpacking" ;;
  esac
done && exit 0
echo "pip could not install: $*"
echo "It needs a package index: the network, or PIP_INDEX_URL or PIP_FIND_LINKS in the environment."
exit 1
