#!/bin/bash
# Factors that pass zero while the solution stays finite: right, or told.
set -u
exec python3 "$SOURCE/tests/factors.py" --saltus "$SALTUS" ${SANITIZED:+--count 40} "$@"
