#!/bin/bash
# Many conditions, each on one state, turn where their closed forms say.
set -u
exec python3 "$SOURCE/tests/crowd.py" --saltus "$SALTUS" "$@"
