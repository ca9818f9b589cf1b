#!/usr/bin/env bash
# package.sh CHECK PACKAGE PURPOSE WITHOUT: install Debian's PACKAGE, unless the command CHECK succeeds.
# It announces what it installs. Where it cannot install, it says why and what follows (WITHOUT), and succeeds all the same.
set -u
check=$1 package=$2 purpose=$3 without=$4

present() { bash -c "$check" >/dev/null 2>&1; }

present && exit 0
if ! command -v apt-get >/dev/null; then
  reason="there is no apt-get on this system"
elif [ "$(id -u)" != 0 ]; then
  reason="that needs root: sudo apt-get install $package"
else
  echo "installing Debian's package $package with apt-get: $purpose"
  apt-get -qq update && apt-get -qq install -y "$package" >/dev/null
  present && exit 0
  reason="apt-get could not install it"
fi
echo "missing: $package, $purpose ($reason). $without"
