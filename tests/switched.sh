#!/bin/bash
# Ideal switches, diodes, clutches and stops against exact piecewise solutions: some of the cases and some made by
# chance, fewer with the sanitizers.
set -eu
count=80 random=30
[ -n "${SANITIZED-}" ] && count=15 random=10
python3 "$SOURCE/tests/switched.py" --saltus "$SALTUS" --count "$count" "$@"
exec python3 "$SOURCE/tests/switched.py" --saltus "$SALTUS" --random "$random" --seed 4 "$@"
