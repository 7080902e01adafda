#!/bin/bash
# Every message code that the source uses is listed once in docs/messages.d/, every one that is listed is used, and
# docs/messages.md is what scripts/messages makes of the parts. Every code is named by a test, or by tests/untested.txt.
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
# what a test says word by word (texts.txt), or counts (work.txt), is no demand
find tests -type f \( -name '*.py' -o -name '*.sh' -o -name '*.c' -o -name '*.mo' -o -name '*.cosy' \) \
	-exec grep -ohE '\b[A-Z][0-9]{4}\b' {} + | sort -u >"$work/tested"
grep -oE '^[A-Z][0-9]{4}' tests/untested.txt | sort >"$work/untested"
sort -u "$work/tested" "$work/untested" >"$work/known"
complain "has no test" < <(comm -23 "$work/used" "$work/known")
complain "has a test, and is in tests/untested.txt" < <(comm -12 "$work/tested" "$work/untested")
complain "of tests/untested.txt is not used in src" < <(comm -13 "$work/used" "$work/untested")
[ -s "$work/used" ] || complain "no" <<<"message codes were found in src:"
if ! scripts/messages --print >"$work/page"; then
	bad=1
elif ! cmp -s "$work/page" docs/messages.md; then
	echo "docs/messages.md is not what docs/messages.d says: run scripts/messages"
	bad=1
fi
[ $bad -eq 0 ] && echo "$(wc -l <"$work/used") codes are used and listed; $(wc -l <"$work/untested") have no test"
exit $bad
