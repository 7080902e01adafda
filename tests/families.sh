#!/bin/bash
# Events in families are those of the same models, written out.
set -u
exec python3 "$SOURCE/tests/families.py" --saltus "$SALTUS" "$@"
