#!/bin/bash
# Random diagrams whose types follow from connections give what they give with the types written out.
set -u
exec python3 "$SOURCE/tests/typed.py" --saltus "$SALTUS" ${SANITIZED:+--count 12} "$@"
