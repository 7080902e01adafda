#!/bin/bash
# Diodes with very small resistances between capacitors, against exact piecewise solutions; fewer with the sanitizers.
set -u
count=30
[ -n "${SANITIZED-}" ] && count=6
exec python3 "$SOURCE/tests/stiff.py" --saltus "$SALTUS" --count "$count" "$@"
