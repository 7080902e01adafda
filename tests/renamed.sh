#!/bin/bash
# Names for parts of expressions change no jump.
set -u
exec python3 "$SOURCE/tests/renamed.py" --saltus "$SALTUS" ${SANITIZED:+--count 2} "$@"
