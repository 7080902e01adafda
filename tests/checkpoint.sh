#!/bin/bash
# Runs that are killed and go on from their checkpoints give the same results.
set -u
exec python3 "$SOURCE/tests/checkpoint.py" --saltus "$SALTUS" "$@"
