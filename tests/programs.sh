#!/bin/bash
# Algorithms against the same in Python, the same cases in every run; PROGRAMS_SEED takes others.
set -u
exec python3 "$SOURCE/tests/programs.py" --saltus "$SALTUS" --seed "${PROGRAMS_SEED:-1}" "$@"
