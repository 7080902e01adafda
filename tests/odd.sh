#!/bin/bash
# Odd inputs, and outputs that cannot be written.
set -u
exec python3 "$SOURCE/tests/odd.py" --saltus "$SALTUS" "$@"
