#!/bin/bash
# MUSS: segments of the regulator, experiments against closed forms, sampled and distributed submodels, mistakes.
set -u
exec python3 "$SOURCE/tests/muss.py" --saltus "$SALTUS" "$@"
