#!/bin/bash
# Forcing by time against closed forms: a few hundred random cases. The same in every run; FORCING_SEED=0 takes others,
# and prints the seed.
set -u
exec python3 "$SOURCE/tests/forcing.py" --saltus "$SALTUS" --seed "${FORCING_SEED:-17}" --cases 200 "$@"
