#!/bin/bash
# What the program says of itself: help, manual pages, completion of the shells, explanations; and models from the
# standard input.
set -u
exec python3 "$SOURCE/tests/texts.py" --saltus "$SALTUS" "$@"
