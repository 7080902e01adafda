#!/bin/bash
# A run advances or tells: stiff diodes that all begin at zero; fewer with the sanitizers.
set -u
count=60
[ -n "${SANITIZED-}" ] && count=12
exec python3 "$SOURCE/tests/stuck.py" --saltus "$SALTUS" --count "$count" "$@"
