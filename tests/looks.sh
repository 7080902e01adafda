#!/bin/bash
# Whoever only looks at a continuous motion changes nothing of it, and sees the values of the closed form (E420, E421).
set -u
exec python3 "$SOURCE/tests/looks.py" --saltus "$SALTUS" ${SANITIZED:+--models 20} "$@"
