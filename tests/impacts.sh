#!/bin/bash
# Mechanisms with stops and clutches whose ratios move: each blow is plastic.
set -u
exec python3 "$SOURCE/tests/impacts.py" --saltus "$SALTUS" "$@"
