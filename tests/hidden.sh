#!/bin/bash
# Operations without a value, wherever they stand and whatever hides them.
set -u
exec python3 "$SOURCE/tests/hidden.py" --saltus "$SALTUS" "$@"
