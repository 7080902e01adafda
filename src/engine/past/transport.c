/* Transports (spatialDistribution) in a run: the distributions begin, are filled by the steps that are accepted, and
 * let jumps out.
 *
 * While the solver works they stand still. An end where something goes in is what goes in, and does not ask them,
 * unless there is a loop from what goes in to what this end shows (3.7.4.2: there must be none). Then it shows what
 * went in last; once a step is accepted, what went in during it is known, and the end shows that. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/past/past.h"
#include <math.h>

enum { FEWEST = 4, MOST = 4096 };        /* points of a step that are kept */

se_profile *se_profile_of(se_run *run, uint32_t transport)
{
	return &run->past->profiles.at[run->delays->profile_id[transport]];
}

/* The same transport has the same distribution, whatever its number in a plan. */
void se_number_transports(se_run *run)
{
	const si_image *image = run->image;
	for (uint32_t k = 0; k < image->transports.n; k++)
		run->delays->profile_id[k] = UINT32_MAX;
	for (uint32_t i = 0; i < image->same.n; i++) {
		const si_same *s = &image->same.at[i];
		uint64_t id;
		if (s->kind != SI_SAME_TRANSPORT || run->delays->profile_id[s->number] != UINT32_MAX)
			continue;
		uint64_t key = se_same_key(s->kind, s->part, s->origin);
		if (!sb_map_get(&run->past->profile_ids, key, &id)) {
			id = run->past->profiles.n;
			sb_push(run->arena, run->past->profiles, (se_profile){0});
			sb_map_put(&run->past->profile_ids, key, id);
		}
		run->delays->profile_id[s->number] = (uint32_t)id;
	}
	for (uint32_t k = 0; k < image->transports.n; k++)
		if (run->delays->profile_id[k] == UINT32_MAX) {
			run->delays->profile_id[k] = run->past->profiles.n;
			sb_push(run->arena, run->past->profiles, (se_profile){0});
		}
}

void se_forget_profiles(se_run *run)
{
	for (uint32_t i = 0; i < run->past->profiles.n; i++)
		se_profile_free(&run->past->profiles.at[i]);
	run->past->profiles.n = 0;
	run->past->profile_ids = sb_map_new(run->once);
	run->past->lag = 0;
}

double se_transported(se_run *run, uint32_t transport, int what, double x, bool positive)
{
	const se_profile *p = se_profile_of(run, transport);
	switch (what) {
	case SI_END_0: case SI_END_1: return se_profile_at(p, what - SI_END_0, x, positive);
	case SI_JUMP_0: case SI_JUMP_1: return se_profile_ahead(p, what - SI_JUMP_0, x);
	default: return se_profile_slope(p, what - SI_SLOPE_0, x, positive);
	}
}

/* ------------------------------------------------------------------------------------------------- the beginning */

static bool refuse_value(se_run *run, const si_transport *t, uint32_t i, double value)
{
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0115", t->span,
							  "number %u of the initialValues of this spatialDistribution is %s", i + 1,
							  isnan(value) ? "not a number" : "infinite");
	sb_help(m, "check the parameters that it is computed from");
	run->failed = true;
	return false;
}

static bool points_are_good(se_run *run, uint32_t transport, const double *points, const double *values)
{
	const si_transport *t = &run->image->transports.at[transport];
	const char *why = points[0] != 0          ? "the first one must be 0"
					  : points[t->n - 1] != 1 ? "the last one must be 1"
											  : NULL;
	uint32_t at = points[0] != 0 ? 0 : t->n - 1;
	for (uint32_t i = 1; i < t->n && !why; i++)
		if (!(points[i] >= points[i - 1])) {
			why = "none may be less than the one before it";
			at = i;
		}
	for (uint32_t i = 0; i < t->n && !why; i++)
		if (!isfinite(values[i]))
			return refuse_value(run, t, i, values[i]);
	if (!why)
		return true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0115", t->span,
							  "the initialPoints of this spatialDistribution do not go from 0 to 1: %s", why);
	sb_note(m, "number %u of them is %.9g", at + 1, points[at]);
	sb_help(m, "0 is the end where in0 enters, and 1 is the other end: divide the positions by the length");
	run->failed = true;
	return false;
}

static bool begin(se_run *run, uint32_t transport)
{
	uint32_t before = 0, all = 0;
	for (uint32_t k = 0; k < run->image->transports.n; k++) {
		before += k < transport ? 2 * run->image->transports.at[k].n : 0;
		all += 2 * run->image->transports.at[k].n;
	}
	uint32_t n = run->image->transports.at[transport].n;
	double *initial = sb_new_array(run->once, double, all);
	run->f->profiles(run->d, initial);
	if (!points_are_good(run, transport, initial + before, initial + before + n))
		return false;
	se_profile_begin(se_profile_of(run, transport), initial + before, initial + before + n, n,
					 run->delays->flow[4 * transport + 2]);
	se_profile_of(run, transport)->time = run->time;
	return true;
}

bool se_start_profiles(se_run *run)
{
	if (!run->image->transports.n)
		return true;
	run->f->transports(run->d, run->delays->flow);
	for (uint32_t k = 0; k < run->image->transports.n; k++)
		if (!begin(run, k))
			return false;
	return true;
}

/* A transport that was not evaluated in other modes has stood still. */
void se_carry_profiles(se_run *run)
{
	if (!run->image->transports.n)
		return;
	run->f->transports(run->d, run->delays->flow);
	for (uint32_t k = 0; k < run->image->transports.n; k++) {
		se_profile *p = se_profile_of(run, k);
		if (p->first == p->end)
			begin(run, k);
		else if (p->time < run->time)
			se_profile_carry(p, run->delays->flow[4 * k + 2]);
		p->time = run->time;
	}
}

/* ------------------------------------------------------------------------------------------------------ instants */

bool se_pass_jumps(se_run *run)
{
	bool any = false;
	if (!se_evaluate_delayed(run))
		return false;
	run->f->transports(run->d, run->delays->flow);
	for (uint32_t k = 0; k < run->image->transports.n; k++) {
		const double *flow = run->delays->flow + 4 * (size_t)k;
		any = se_profile_pass(se_profile_of(run, k), flow[2], flow[3] != 0) || any;
	}
	return any;
}

bool se_feed_profiles(se_run *run)
{
	bool any = false;
	if (!se_evaluate_delayed(run))
		return false;
	run->f->transports(run->d, run->delays->flow);
	for (uint32_t k = 0; k < run->image->transports.n; k++) {
		se_profile *p = se_profile_of(run, k);
		const double *now = run->delays->flow + 4 * k;
		bool fresh = se_profile_feed(p, now[0], now[1]), moved = fabs(now[2] - p->x) > 1e-9 * fmax(1, fabs(now[2]));
		if (moved)               /* x has jumped */
			se_profile_move(p, now[2], now[0], now[1]);
		any = any || fresh || moved;
	}
	return any;
}

/* --------------------------------------------------------------------------------------------------------- steps */

static void flow_at(se_run *run, double t)
{
	se_delayed_at(run, t);
	run->f->transports(run->d, run->delays->flow);
}

double se_way(se_run *run, double until)
{
	double way = 0;
	flow_at(run, until);
	for (uint32_t k = 0; k < run->image->transports.n; k++)
		way = fmax(way, fabs(run->delays->flow[4 * k + 2] - se_profile_of(run, k)->x));
	return way;
}

static void sample(se_run *run, double from, double until, int pieces)
{
	for (uint32_t k = 0; k < run->image->transports.n; k++)
		run->delays->flows[k].n = 0;
	for (int i = 1; i <= pieces; i++) {
		flow_at(run, i == pieces ? until : from + i * ((until - from) / pieces));
		for (uint32_t k = 0; k < run->image->transports.n; k++) {
			sb_push(run->once, run->delays->flows[k], run->delays->flow[4 * k + 2]);
			sb_push(run->once, run->delays->flows[k], run->delays->flow[4 * k]);
			sb_push(run->once, run->delays->flows[k], run->delays->flow[4 * k + 1]);
		}
	}
}

/* Would what goes in at a place between two samples be found from the four around it? `at`: of the sample before that
 * place. */
static bool is_found(const se_run *run, uint32_t transport, int at, int pieces)
{
	const double *samples = run->delays->flows[transport].at;
	int from = at - 1 < 0 ? 0 : at + 2 >= pieces ? pieces - 4 : at - 1;
	double x = run->delays->flow[4 * transport + 2];
	int end = samples[3 * (from + 3)] < samples[3 * from];
	double sum = 0, now = run->delays->flow[4 * transport + end];
	for (int i = from; i < from + 4; i++) {
		double weight = 1;
		for (int j = from; j < from + 4; j++)
			if (j != i) {
				double width = samples[3 * i] - samples[3 * j];
				if (width == 0 || (width > 0) != ((i > j) != (end != 0)))
					return fabs(samples[3 * (from + 3)] - samples[3 * from]) <
						   1e-6; /* it turns here, or stands still */
				weight *= (x - samples[3 * j]) / width;
			}
		sum += weight * samples[3 * i + 1 + end];
	}
	return fabs(sum - now) <= 0.1 * run->settings.tolerance * (1 + fabs(now));
}

static bool dense_enough(se_run *run, double from, double until, int pieces)
{
	static const double places[] = {0.3, 0.9};
	for (int i = 0; i < 2; i++) {
		int at = (int)(places[i] * pieces) - 1;
		at = at < 0 ? 0 : at > pieces - 2 ? pieces - 2 : at;
		flow_at(run, from + (at + 1.5) * ((until - from) / pieces));
		for (uint32_t k = 0; k < run->image->transports.n; k++)
			if (!run->image->transports.at[k].still && !is_found(run, k, at, pieces))
				return false;
	}
	return true;
}

/* As dense as the motion of what goes in asks for, which the error control of the states knows nothing about. */
void se_fill_profiles(se_run *run, double from, double until)
{
	if (!(until > from))
		return;
	for (int pieces = FEWEST; pieces <= MOST; pieces *= 4) {
		sample(run, from, until, pieces);
		if (dense_enough(run, from, until, pieces))
			break;
	}
	double *before = se_before_filling(run, until);
	for (uint32_t k = 0; k < run->image->transports.n; k++) {
		se_profile *p = se_profile_of(run, k);
		se_profile_settle(p);
		const se_samples *of = &run->delays->flows[k];
		for (uint32_t i = 0; i + 2 < of->n; i += 3)
			se_profile_move(p, of->at[i], of->at[i + 1], of->at[i + 2]);
		p->time = until;
	}
	se_after_filling(run, from, until, before);
}

void se_delays_archive(se_run *run, sb_archive *a)
{
	for (uint32_t k = 0; k < run->image->transports.n; k++)
		sb_archive_vec(a, run->own, run->delays->flows[k]);
}
