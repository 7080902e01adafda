#!/bin/bash
# The page of all blocks of diagrams is that of the library; each block is described, has an icon, and is used
# somewhere.
set -u
exec python3 "$SOURCE/scripts/palettes" --check
