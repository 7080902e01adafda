#!/bin/bash
# A parameter that is zero does what the number 0 does.
set -u
exec python3 "$SOURCE/tests/vanish.py" --saltus "$SALTUS" "$@"
