#!/bin/sh
# Quantised components of CD++: see tests/bond_devs.py.
exec python3 "$SOURCE/tests/bond_devs.py" --saltus "$SALTUS"
