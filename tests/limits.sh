#!/bin/bash
# Limits that are only approached are not crossed: random models, the same in every run; LIMITS_SEED takes others.
set -u
exec python3 "$SOURCE/tests/limits.py" --saltus "$SALTUS" --seed "${LIMITS_SEED:-1}" ${SANITIZED:+--cases 60} "$@"
