/* What is known ahead of a run, as bytes. */
#include "engine/forcing/ahead_parts.h"

void se_ahead_archive(se_run *run, sb_archive *a)
{
	se_ahead *h = run->ahead;
	const si_image *image = run->image;
	if (!h)
		return;
	sb_archive_tag(a, "ahead");
	for (uint32_t k = 0; k < h->n; k++) {
		moment *m = &h->moments[k];
		double *angle = m->angle, *feature = m->feature;
		sb_archive_one(a, *m);
		m->angle = angle;
		m->feature = feature;
		sb_archive_bytes(a, angle, image->moments.at[k].angles.n * sizeof *angle);
		sb_archive_bytes(a, feature, image->moments.at[k].features.n * sizeof *feature);
	}
	sb_archive_bytes(a, h->inputs, image->moment_inputs.n * sizeof *h->inputs);
	sb_archive_bytes(a, h->from, image->angles.n * sizeof *h->from);
	if (h->before) {
		sb_archive_bytes(a, h->before, image->states * sizeof *h->before);
		sb_archive_bytes(a, h->after, image->states * sizeof *h->after);
	}
	sb_archive_one(a, h->inputs_known);
	sb_archive_one(a, h->from_known);
	double *const numbers[] = {&h->quickest, &h->turning, &h->bound, &h->mark, &h->last_edge};
	for (int k = 0; k < 5; k++)
		sb_archive_one(a, *numbers[k]);
	sb_archive_one(a, h->told);
	sb_archive_one(a, h->told_missed);
	sb_archive_one(a, h->marked);
	se_over_archive(run, a);
	se_passage_archive(run, a);
}
