#!/bin/bash
# Allocations that fail, in every command.
set -u
exec python3 "$SOURCE/tests/allocation.py" --saltus "$SALTUS" --inside "$BUILD/tiers" \
	--library "$BUILD/libfail_allocation.so" "$@"
