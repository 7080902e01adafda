#!/bin/bash
# Forcing by time against closed forms: a few hundred random cases, with a seed that is printed.
set -u
exec python3 "$SOURCE/tests/forcing.py" --saltus "$SALTUS" --cases 150 --most 2000 "$@"
