#!/bin/bash
# What memory holds before it is written must not matter: a sample of the project's models with memory that is filled.
set -u
exec python3 "$SOURCE/tests/perturbed.py" --saltus "$SALTUS" "$@"
