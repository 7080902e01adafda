#!/bin/bash
# Linear loops that become singular between two steps.
set -u
exec python3 "$SOURCE/tests/poles.py" --saltus "$SALTUS" "$@"
