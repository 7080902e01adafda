#!/bin/bash
# Automata in states of automata, against a simulation of their own.
set -u
exec python3 "$SOURCE/tests/nested.py" --saltus "$SALTUS" ${SANITIZED:+--count 8} "$@"
