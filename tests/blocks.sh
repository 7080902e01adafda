#!/bin/bash
# Blocks of diagrams give what they compute, with random parameters and inputs.
set -u
exec python3 "$SOURCE/tests/blocks.py" --saltus "$SALTUS" ${SANITIZED:+--count 2} "$@"
