#!/bin/bash
# Parts of a model that jump in one instant, each as it does alone.
set -u
exec python3 "$SOURCE/tests/parts.py" --saltus "$SALTUS" ${SANITIZED:+--count 20} "$@"
