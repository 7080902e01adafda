/* Options as other programs call them, for those who mistake them. */
#include "tool/line/line.h"
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const struct { const char *words, *option; } options[] = {
	{" --param --parameter --parameters --set --override -override -D ", "-p"},
	{" --tolerance --reltol --rtol -tolerance ", "--tol"},
	{" --output --out --result --results -r --csv --save ", "-o"},
	{" --stopTime --stop-time --end --end-time --until --duration -t -e -stopTime ", "--stop"},
	{" --startTime --start-time --begin -startTime ", "--start"},
	{" --stepSize --step-size --interval --dt -i -stepSize ", "--step"},
	{" --method --integrator -s -m ", "--solver"},
	{" --variables --var --filter --signals --record ", "--vars"},
	{" --verbose -v --debug -d ", "--log"},
	{" --picture --graph --draw --figure ", "--plot"},
};

bool tool_has_word(const char *words, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = words; n && (at = strcasestr(at, word)); at++)
		if (at > words && at[-1] == ' ' && at[n] == ' ')
			return true;
	return false;
}

const char *tool_other_option(const char *word)
{
	char plain[64];
	snprintf(plain, sizeof plain, "%.*s", (int)strcspn(word, "="), word);
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (tool_has_word(options[i].words, plain))
			return options[i].option;
	return NULL;
}
