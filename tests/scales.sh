#!/bin/bash
# The same model in other units and at another time gives the same events and results, with every solver; fewer with the
# sanitizers.
set -u
count=40
[ -n "${SANITIZED-}" ] && count=10
exec python3 "$SOURCE/tests/scales.py" --saltus "$SALTUS" --count "$count" "$@"
