#!/bin/bash
# Forcing by time against closed forms: a few hundred random cases. The same in every run; FORCING_SEED=0 takes others,
# and prints the seed.
set -u
cases=200
[ -n "${SANITIZED-}" ] && cases=30
exec python3 "$SOURCE/tests/forcing.py" --saltus "$SALTUS" --seed "${FORCING_SEED:-17}" --cases "$cases" "$@"
