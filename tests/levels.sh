#!/bin/bash
# Relations between values that jump onto each other are what their sides say.
set -u
exec python3 "$SOURCE/tests/levels.py" --saltus "$SALTUS" ${SANITIZED:+--count 30} "$@"
