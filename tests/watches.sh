#!/bin/bash
# Random conditions make the same events however they are written.
set -u
exec python3 "$SOURCE/tests/watches.py" --saltus "$SALTUS" "$@"
