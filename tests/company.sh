#!/bin/bash
# A model gives in company what it gives alone: pairs of models in one, and arrays of two components.
set -u
exec python3 "$SOURCE/tests/company.py" --saltus "$SALTUS" ${SANITIZED:+--count 20} "$@"
