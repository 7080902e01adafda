#!/bin/bash
# Narrow windows over states that move along a curve, the same cases in every run; CURVED_SEED takes others.
set -u
exec python3 "$SOURCE/tests/curved.py" --saltus "$SALTUS" --seed "${CURVED_SEED:-1}" "$@"
