#!/bin/bash
# Rates that grow beyond all bounds where a condition turns: integrals are right, or something is told.
set -u
exec python3 "$SOURCE/tests/integrals.py" --saltus "$SALTUS" "$@"
