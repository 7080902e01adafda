#!/bin/bash
# Code that stands alone: the examples of chapter 22.
exec python3 "$SOURCE/tests/export_examples.py" --saltus "$SALTUS"
