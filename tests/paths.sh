#!/bin/bash
# Loops stay on their solution, however close the next one is, and tell where it ends.
set -u
exec python3 "$SOURCE/tests/paths.py" --saltus "$SALTUS" "$@"
