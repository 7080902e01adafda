#!/bin/bash
# What must not happen whatever a model, its C, a signal or a damaged file does.
set -u
exec python3 "$SOURCE/tests/guard.py" --saltus "$SALTUS" "$@"
