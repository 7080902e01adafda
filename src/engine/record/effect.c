/* What an instant has done, for the log and the sink. Discrete variables that have another value, states that have
 * jumped, states of state machines that are entered or left, and other variables that have jumped with them. Everything
 * is evaluated before and after the instant for that, which costs nothing where nobody hears it. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/record/record.h"
#include <math.h>
#include <string.h>

enum { FOLLOWERS_MOST = 6 };         /* of what only follows from the rest so many are named */

typedef enum effect_kind { STATE, DISCRETE, FOLLOWER } effect_kind;
typedef struct effect { uint32_t scalar; const si_variable *v; uint32_t depth; } effect;
typedef sb_vec(effect) effect_list;

/* What cannot be evaluated is nobody's concern here: whoever needs it will say so. */
static void evaluate(se_run *run)
{
	bool failed = run->d->failed;
	if (failed)
		return;
	se_evaluate_all(run);
	if (run->d->failed)
		sc_forgive(run->d);
}

void se_note_values(se_run *run)
{
	const si_image *m = run->image;
	if (!se_is_heard(run))
		return;
	struct se_before *b = &run->recording->before;
	uint32_t n = run->image->switches.n ? run->image->common : m->scalars;
	if (!b->at) {
		b->at = sb_new_array(run->once, double, n + 1);
		b->size = sb_new_array(run->once, double, n + 1);
		b->n = n;
	}
	evaluate(run);
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const si_variable *v = &m->variables.at[i];
		for (uint32_t s = v->first; s < v->first + v->count && s < b->n && v->type != SI_TYPE_STRING; s++) {
			double value = si_place_of(run->image, s).store == SI_NOWHERE ? NAN : sc_scalar_value(run->d, s);
			b->at[s] = value;
			if (isfinite(value))
				b->size[s] = fmax(b->size[s], fabs(value));
		}
	}
}

static bool is_discrete(const si_variable *v)
{
	return v->type != SI_TYPE_REAL || v->variability != SI_CONTINUOUS;
}

static bool has_changed(const se_run *run, const si_variable *v, uint32_t s)
{
	const struct se_before *b = &run->recording->before;
	if (si_place_of(run->image, s).store == SI_NOWHERE)
		return false;
	double was = b->at[s], now = sc_scalar_value(run->d, s);
	if (isnan(was) || isnan(now) || v->variability == SI_PARAMETER || v->variability == SI_CONSTANT)
		return false;
	if (v->type != SI_TYPE_REAL)
		return was != now;
	/* rounding is no jump: of values that were large, or of one that is only not quite zero */
	return fabs(now - was) > 1e-9 * fmax(fmax(b->size[s], fabs(now)), 1e-6);
}

static effect_kind kind_of(const se_run *run, const si_variable *v, uint32_t s)
{
	si_place place = si_place_of(run->image, s);
	if (is_discrete(v))
		return DISCRETE;
	return place.store == SI_STATE ? STATE : FOLLOWER;
}

static uint32_t dots_in(const char *name)
{
	uint32_t n = 0;
	for (; *name; name++)
		n += *name == '.';
	return n;
}

/* Of several names of one place the shortest way through the components. */
static void add_effect(se_run *run, sb_arena *scratch, sb_map *by_place, effect_list *effects, const si_variable *v,
					   uint32_t s)
{
	uint64_t key = si_place_key(run->image, si_place_of(run->image, s)), at;
	effect e = {s, v, dots_in(si_word(run->image, v->name))};
	if (!sb_map_get(by_place, key, &at)) {
		sb_map_put(by_place, key, effects->n);
		sb_push(scratch, *effects, e);
	} else if (e.depth < effects->at[at].depth) {
		effects->at[at] = e;
	}
}

static void add_value(const se_run *run, const si_variable *v, double value, sb_text *out)
{
	const si_enum *e = v->enumeration ? &run->image->enums.at[v->enumeration - 1] : NULL;
	if (e && value >= 1 && value <= e->literals.n)
		sb_add(out, si_word(run->image, run->image->numbers.at[e->literals.first + (uint32_t)value - 1]));
	else if (v->type == SI_TYPE_BOOLEAN)
		sb_add(out, value != 0 ? "true" : "false");
	else
		sb_addf(out, "%.9g", value);
}

static void tell_effect(se_run *run, const effect *e)
{
	sb_text text = {0}, name = {0};
	double was = run->recording->before.at[e->scalar], now = sc_scalar_value(run->d, e->scalar);
	si_scalar_name(run->image, e->scalar, &name);
	sb_add(&text, name.at);
	if (is_discrete(e->v)) {
		sb_add(&text, " becomes ");
		add_value(run, e->v, now, &text);
		if (e->v->type != SI_TYPE_BOOLEAN) {
			sb_add(&text, ", was ");
			add_value(run, e->v, was, &text);
		}
	} else {
		sb_addf(&text, " jumps from %.9g to %.9g", was, now);
	}
	sr_what what = is_discrete(e->v) ? SR_BECOMES : SR_JUMPS;
	se_tell(run, (sr_event){.what = what, .name = name.at, .was = was, .now = now}, "%s", text.at);
	sb_text_free(&text);
	sb_text_free(&name);
}

static void tell_machines(se_run *run)
{
	const struct se_before *b = &run->recording->before;
	for (int entered = 0; entered < 2; entered++)
		for (uint32_t i = 0; i < run->image->machine_states.n; i++) {
			const si_machine_state *state = &run->image->machine_states.at[i];
			uint32_t s = si_var(run->image, state->active)->first;
			if (s >= b->n || si_place_of(run->image, s).store == SI_NOWHERE || isnan(b->at[s]))
				continue;
			bool was = b->at[s] != 0, now = sc_scalar_value(run->d, s) != 0;
			const char *name = si_word(run->image, state->name);
			if (was != now && now == entered)
				se_tell(run, (sr_event){.what = now ? SR_ENTERED : SR_EXITED, .name = name, .was = was, .now = now},
						"state %s is %s", name, now ? "entered" : "left");
		}
}

/* A state of the mode before that has become dependent is told elsewhere if it jumps (se_log_lost). */
static bool is_lost(const se_run *run, uint32_t mode, uint32_t s)
{
	if (run->in == mode)
		return false;
	const si_image *old = run->frames.at[mode]->image;
	return si_place_of(old, s).store == SI_STATE && si_state_scalar(old, si_place_of(old, s).index) == s &&
	       si_place_of(run->image, s).store != SI_STATE;
}

void se_tell_effects(se_run *run, uint32_t mode)
{
	const struct se_before *b = &run->recording->before;
	if (!se_is_heard(run) || !b->at || run->failed)
		return;
	sb_arena *scratch = sb_arena_new();
	sb_map by_place = sb_map_new(scratch);
	effect_list effects = {0};
	uint32_t followers = 0;
	evaluate(run);
	for (uint32_t i = 0; i < run->image->variables.n; i++) {
		const si_variable *v = &run->image->variables.at[i];
		for (uint32_t s = v->first;
			 s < v->first + v->count && s < b->n && !v->hidden && v->type != SI_TYPE_STRING; s++)
			if (has_changed(run, v, s) && !is_lost(run, mode, s))
				add_effect(run, scratch, &by_place, &effects, v, s);
	}
	tell_machines(run);
	for (effect_kind kind = STATE; kind <= FOLLOWER; kind++)
		for (uint32_t i = 0; i < effects.n; i++) {
			if (kind_of(run, effects.at[i].v, effects.at[i].scalar) != kind)
				continue;
			if (kind != FOLLOWER || ++followers <= FOLLOWERS_MOST)
				tell_effect(run, &effects.at[i]);
		}
	if (followers > FOLLOWERS_MOST)
		se_tell(run, (sr_event){.what = SR_TELLS, .name = "", .was = NAN, .now = followers - FOLLOWERS_MOST},
				"  and %u more variables jump", followers - FOLLOWERS_MOST);
	sb_arena_free(scratch);
}
