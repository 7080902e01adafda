/* The stories of the conditions, see course.h. */
#include "engine/watch/course.h"
#include <string.h>

void se_courses_clear(se_run *run)
{
	run->watched->courses = sb_new(run->once, se_courses);
	run->watched->courses->of = sb_map_new(run->once);
}

/* The same for one condition of the model in all modes. */
uint64_t se_course_key(const se_run *run, uint32_t watch)
{
	if (!run->image->switches.n)
		return watch;
	for (uint32_t i = 0; i < run->image->same.n; i++) {
		const si_same *s = &run->image->same.at[i];
		if (s->kind == SI_SAME_WATCH && s->number == watch)
			return se_same_key(s->kind, s->part, s->origin);
	}
	return sb_pair(1u << 31 | run->in, watch);
}

se_course *se_course_at(se_run *run, uint64_t key)
{
	se_courses *a = run->watched->courses;
	uint64_t at;
	if (!sb_map_get(&a->of, key, &at)) {
		at = a->list.n;
		sb_push(run->once, a->list, sb_new(run->once, se_course));
		sb_map_put(&a->of, key, at);
	}
	return a->list.at[at];
}

se_course *se_course_of(se_run *run, uint32_t watch)
{
	return se_course_at(run, se_course_key(run, watch));
}
