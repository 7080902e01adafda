#!/bin/sh
# Bond graphs: see tests/bond.py.
exec python3 "$SOURCE/tests/bond.py" --saltus "$SALTUS"
