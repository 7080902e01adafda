#!/bin/bash
# Events that accumulate are found on models made at random, and legitimate fast switching is left alone.
set -u
exec python3 "$SOURCE/tests/accumulate.py" --saltus "$SALTUS" "$@"
