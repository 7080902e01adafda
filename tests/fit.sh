#!/bin/bash
# Fits whose answers are known.
set -u
exec python3 "$SOURCE/tests/fit.py" --saltus "$SALTUS" --source "$SOURCE" "$@"
