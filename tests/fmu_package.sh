#!/bin/bash
# The top level of a model as a package of SSP, components as FMUs, terminals.
set -u
exec python3 "$SOURCE/tests/fmu_package.py" --saltus "$SALTUS" "$@"
