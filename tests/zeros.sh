#!/bin/bash
# Conditions that are numbers times each other turn in one instant; fewer with the sanitizers.
set -u
count=60
[ -n "${SANITIZED-}" ] && count=15
exec python3 "$SOURCE/tests/zeros.py" --saltus "$SALTUS" --count "$count" "$@"
