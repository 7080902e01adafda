#!/bin/bash
# Narrow windows in large families, the same cases in every run; LARGE_SEED takes others.
set -u
exec python3 "$SOURCE/tests/large.py" --saltus "$SALTUS" --seed "${LARGE_SEED:-1}" "$@"
