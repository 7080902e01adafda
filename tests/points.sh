#!/bin/bash
# Linearisation and equilibrium of models with known answers.
set -u
exec python3 "$SOURCE/tests/points.py" --saltus "$SALTUS" --source "$SOURCE" "$@"
