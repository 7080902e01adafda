#!/bin/bash
# Operations that a condition guards are not evaluated where the condition says no.
set -u
exec python3 "$SOURCE/tests/guarded.py" --saltus "$SALTUS" "$@"
