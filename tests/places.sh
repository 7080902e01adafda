#!/bin/bash
# Messages about a text that is read by way of Modelica point to what its author wrote.
set -u
exec python3 "$SOURCE/tests/places.py" --saltus "$SALTUS" "$@"
