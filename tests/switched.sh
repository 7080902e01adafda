#!/bin/bash
# Ideal switches, diodes, clutches and stops against exact piecewise solutions: some of the cases, fewer with the sanitizers.
set -u
count=80
[ -n "${SANITIZED-}" ] && count=15
exec python3 "$SOURCE/tests/switched.py" --saltus "$SALTUS" --count "$count" "$@"
