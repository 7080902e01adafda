#!/bin/bash
# Generated COSY programs against computations that know nothing of Saltus.
set -u
exec python3 "$SOURCE/tests/cosy_generated.py" --saltus "$SALTUS" "$@"
