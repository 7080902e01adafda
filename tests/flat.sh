#!/bin/bash
# What `saltus flat` prints can be read again and means the same.
set -u
exec python3 "$SOURCE/tests/flat.py" --saltus "$SALTUS" "$@"
