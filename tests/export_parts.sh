#!/bin/bash
# Code that stands alone: what leaves with a model, tables, C of its own, components.
exec python3 "$SOURCE/tests/export_parts.py" --saltus "$SALTUS"
