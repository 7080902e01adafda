#!/bin/bash
# Generated COSY programs of processes that act on each other, against an event-driven simulation in fractions.
set -u
exec python3 "$SOURCE/tests/cosy_turns.py" --saltus "$SALTUS" ${SANITIZED:+--count 40} "$@"
