#!/bin/bash
# Every message code that the source uses is listed once in docs/messages.d/, every one that is listed is used, and
# docs/messages.md is what scripts/messages makes of the parts.
set -u
cd "$SOURCE"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Lines that begin with a * and a space are prose inside a comment and may show an example.
grep -rhvE '^[[:space:]]*(/?\*[[:space:]]|//)' --include='*.c' --include='*.h' src |
	grep -oE '"[A-Z][0-9]{4}"' | tr -d '"' |
	sort -u >"$work/used"
listed() {
	cat "$@" /dev/null | grep -oE '^\|[[:space:]]*[A-Z][0-9]{4}[[:space:]]*\|' | grep -oE '[A-Z][0-9]{4}' | sort
}
listed docs/messages.d/*.md >"$work/parts"
sort -u "$work/parts" >"$work/all"

bad=0
complain() {
	while read -r code; do
		echo "$code $1"
		bad=1
	done
}
complain "is used in src but not listed in docs/messages.d" < <(comm -23 "$work/used" "$work/all")
complain "is listed in docs/messages.d but not used in src" < <(comm -13 "$work/used" "$work/all")
complain "is listed twice in docs/messages.d" < <(uniq -d "$work/parts")
[ -s "$work/used" ] || complain "no" <<<"message codes were found in src:"
if ! scripts/messages --print >"$work/page"; then
	bad=1
elif ! cmp -s "$work/page" docs/messages.md; then
	echo "docs/messages.md is not what docs/messages.d says: run scripts/messages"
	bad=1
fi
[ $bad -eq 0 ] && echo "$(wc -l <"$work/used") codes are used and listed"
exit $bad
