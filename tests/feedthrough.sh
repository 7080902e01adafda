#!/bin/bash
# Only what is not zero in the matrices of linear blocks makes loops of equations.
set -u
exec python3 "$SOURCE/tests/feedthrough.py" --saltus "$SALTUS" ${SANITIZED:+--count 6} "$@"
