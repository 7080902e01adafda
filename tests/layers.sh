#!/bin/bash
# A folder of src/ includes only headers of folders before it in the order of the layers, and front and structure do not
# know each other. Includes are written from src/.
set -u
cd "$SOURCE/src"
order=(base external expr model front structure code solver result engine study tool)
declare -A rank
for i in "${!order[@]}"; do
	rank[${order[$i]}]=$i
done

bad=0
checked=0
complain() {
	echo "$1"
	bad=$((bad + 1))
}

while IFS=: read -r file number line; do
	folder=${file%%/*}
	header=$(sed -E 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*"([^"]*)".*/\1/' <<<"$line")
	other=${header%%/*}
	checked=$((checked + 1))
	if [[ $header == saltus.h || $header == saltus_block.h ]]; then
		continue
	elif [[ $header != */* || -z ${rank[$other]+known} ]]; then
		complain "src/$file:$number: \"$header\" is not written from src/ (as \"$folder/...\")"
	elif [[ -z ${rank[$folder]+known} ]]; then
		complain "src/$file:$number: the folder '$folder' is not in the order of the layers"
	elif ((rank[$other] > rank[$folder])); then
		complain "src/$file:$number: $folder includes \"$header\", but $other comes after it"
	elif [[ $folder == structure && $other == front ]]; then
		complain "src/$file:$number: structure includes \"$header\", but the two must not know each other"
	fi
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.c' --include='*.h' . | sed 's|^\./||')

((checked > 0)) || complain "no includes were found in src/"
((bad == 0)) && echo "$checked includes keep the order of the layers"
((bad == 0))
