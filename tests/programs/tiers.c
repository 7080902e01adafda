/* tiers FILE[:CLASS]: simulates a model with the code of libtcc and with that of the system compiler. Status 0 if all
 * rows are the same to the last bit, or if the model could not be run with both; 1 if they differ. A program with
 * experiments is only compiled, which fills the cache. */
#include <stdio.h>

#include "study/study.h"
#include "tiers.h"

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	sb_arena *arena = sb_arena_new();
	const char *path, *class_name;
	st_split(arena, argv[1], &path, &class_name);
	tier_outcome fast = simulate_tier(path, class_name, 0), best = {0};
	if (fast.ran)
		best = simulate_tier(path, class_name, 2);
	bool both = fast.ran && best.ran && best.tier == 2;
	bool same = !both || (fast.status == best.status && equal_rows(path, fast.record, best.record));
	if (!same)
		printf("error: the compilers differ\n");
	else if (both)
		printf("%u rows\n", sr_rows(fast.record));
	sr_record_free(fast.record);
	sr_record_free(best.record);
	sb_arena_free(arena);
	return !same;
}
