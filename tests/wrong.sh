#!/bin/bash
# Wrong models and odd files: each must be answered with exactly the messages that are written in it.
set -u
exec python3 "$SOURCE/tests/wrong.py" --saltus "$SALTUS" "$@"
