#!/bin/bash
# Rectifiers of exponential diodes, made by chance, with all solvers; fewer with the sanitizers.
set -u
count=6
[ -n "${SANITIZED-}" ] && count=2
exec python3 "$SOURCE/tests/bridges.py" --saltus "$SALTUS" --count "$count" --seed 4 "$@"
