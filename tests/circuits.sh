#!/bin/bash
# Networks of exponential elements against an integration of their own.
set -u
exec python3 "$SOURCE/tests/circuits.py" --saltus "$SALTUS" "$@"
