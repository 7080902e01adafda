#!/bin/bash
# A program that is written to a file runs in another process, without the model, to the same bits and with the same
# messages (tests/programs/written.c).
# Every ninth model; ALL=1: all of them. C remembers what it was told, across runs: models that show it are left out.
set -u
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
mapfile -t all < <(find "$SOURCE/tests/models" "$SOURCE/tests/wrong" "$SOURCE/examples" -name '*.mo' -o -name '*.cosy' |
	sort | grep -e tests/models -e examples -e wrong/run_ -e wrong/cosy_run_ -e wrong/mode_ -e wrong/index_ |
	grep -v -e /impure -e /external/objects)
step=9
[[ ${SANITIZED:-0} == 1 ]] && step=27
[[ ${ALL:-0} == 1 ]] && step=1
bad=0 count=0
for ((i = 0; i < ${#all[@]}; i += step)); do
	rm -rf "$work/in" "$work/program"
	timeout 120 "$BUILD/written" write "${all[i]}" "$work/program" >"$work/one" 2>"$work/errors"
	status=$?
	[[ $status == 3 || $status == 124 ]] && continue
	mkdir "$work/in"
	if ! (cd "$work/in" && timeout 120 "$BUILD/written" read "$work/program" >"$work/other" 2>>"$work/errors") ||
		[[ $status != 0 ]] ||
		! cmp -s "$work/one" "$work/other"; then
		echo "${all[i]}: what was written runs otherwise"
		diff "$work/one" "$work/other" | head -20
		cat "$work/errors"
		bad=1
	fi
	count=$((count + 1))
done
echo "$count programs were written and read"
((count > 10)) || bad=1
exit $bad
