/* The values of one run: laid out by the image, all in one allocation each, read and written through places. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"

static void *zeros(size_t count, size_t size)
{
	return sb_draw_zeros((count ? count : 1) * size);
}

static const char **blanks(uint32_t count)
{
	const char **list = zeros(count, sizeof *list);
	for (uint32_t k = 0; k < count; k++)
		list[k] = "";
	return list;
}

sc_loop *sc_loops_new(const si_image *image)
{
	sc_loop *loops = zeros(image->loops.n, sizeof *loops);
	for (uint32_t k = 0; k < image->loops.n; k++) {
		loops[k].of = &image->loops.at[k];
		loops[k].number = k;
		loops[k].unknowns = image->unknowns.at + loops[k].of->unknowns;
		loops[k].leanings = image->leanings.n ? image->leanings.at + loops[k].of->leanings.first : NULL;
		loops[k].entries = image->entries.at + loops[k].of->entries.first;
	}
	return loops;
}

sc_data *sc_data_new(sc_program *program, sb_diag *diag)
{
	const si_image *image = program->image;
	sc_run *run = zeros(1, sizeof *run);
	sc_data *d = &run->d;
	run->program = program;
	run->diag = diag;
	d->x = run->x = zeros(image->states, sizeof(double));
	d->xd = run->xd = zeros(image->states, sizeof(double));
	d->r = zeros(image->reals, sizeof(double));
	d->i = zeros(image->ints, sizeof(long long));
	d->s = blanks(image->strings);
	d->pre_r = zeros(image->pres.n, sizeof(double));
	d->pre_i = zeros(image->pres.n, sizeof(long long));
	d->pre_s = blanks(image->pres.n);
	d->latch = zeros(image->watches.n, sizeof(long long));
	d->clock = zeros(image->clocks.n, sizeof(long long));
	d->given = run->given = zeros(image->parameter_count, 1);
	d->lambda = 1;
	d->services = &sc_all_services;
	d->program = program;
	run->loops[SC_HERE] = sc_loops_new(image);
	run->warned = zeros(program->sites.n, sizeof *run->warned);
	return d;
}

static void free_loops(const sc_run *run, sc_loop *loops)
{
	for (uint32_t k = 0; loops && k < run->program->image->loops.n; k++) {
		sc_factors_free(loops[k].factors);
		sb_put_back(loops[k].good);
		sc_rounding_free(loops[k].rounding);
		sb_put_back(loops[k].squares);
		sb_put_back(loops[k].work);
		sb_put_back(loops[k].between);
		sb_put_back(loops[k].noted);
	}
	sb_put_back(loops);
}

void sc_forget_looks(sc_run *run)
{
	for (int looks = SC_HERE + 1; looks < SC_LOOKS; looks++) {
		free_loops(run, run->loops[looks]);
		run->loops[looks] = NULL;
	}
}

void sc_data_free(sc_data *d)
{
	if (!d)
		return;
	sc_run *run = sc_run_of(d);
	for (uint32_t k = 0; k < run->program->image->loops.n; k++) {
		sb_put_back(run->loops[SC_HERE][k].past.z);
		sb_put_back(run->loops[SC_HERE][k].path.time);
		sb_put_back(run->loops[SC_HERE][k].path.z);
		sb_put_back(run->loops[SC_HERE][k].course.slope);
		sc_meeting_free(run->loops[SC_HERE][k].meeting);
	}
	sc_forget_looks(run);
	free_loops(run, run->loops[SC_HERE]);
	sb_put_back(run->reals_before);
	for (sc_chunk *c = run->chunks, *next; c; c = next) {
		next = c->next;
		sb_put_back(c);
	}
	sc_strings_free(run->strings);
	if (run->kept)
		sb_arena_free(run->kept_arena);
	sb_put_back(run->warned);
	sb_put_back(run->failure.z);
	sb_put_back(run->failure.residual);
	sb_put_back(run->failure.why);
	sb_put_back(run->x);
	sb_put_back(run->xd);
	sb_put_back(run->given);
	sb_put_back(d->r);
	sb_put_back(d->i);
	sb_put_back(d->s);
	sb_put_back(d->pre_r);
	sb_put_back(d->pre_i);
	sb_put_back(d->pre_s);
	sb_put_back(d->latch);
	sb_put_back(d->clock);
	sb_put_back(run);
}

void sc_set_hooks(sc_data *d, const sc_hooks *hooks, void *context)
{
	sc_run *run = sc_run_of(d);
	run->hooks = *hooks;
	sc_services_of(&run->services, hooks);
	d->services = &run->services;
	d->run = context;
}

static uint32_t type_of_scalar(const si_image *image, uint32_t scalar)
{
	return si_owner(image, scalar)->type;
}

/* A constant without a place still has its value. */
static double value_nowhere(const sc_data *d, uint32_t scalar)
{
	return si_owner(sc_run_of(d)->program->image, scalar)->value;
}

double sc_scalar_value(const sc_data *d, uint32_t scalar)
{
	const si_image *image = sc_run_of(d)->program->image;
	si_place p = si_place_of(image, scalar);
	switch (p.store) {
	case SI_REAL: return p.negated ? -d->r[p.index] : d->r[p.index];
	case SI_STATE: return p.negated ? -d->x[p.index] : d->x[p.index];
	case SI_RATE: return p.negated ? -d->xd[p.index] : d->xd[p.index];
	case SI_INT:
		if (p.negated && type_of_scalar(image, scalar) == SI_TYPE_BOOLEAN)
			return !d->i[p.index];
		return (double)(p.negated ? -d->i[p.index] : d->i[p.index]);
	case SI_NOWHERE: return value_nowhere(d, scalar);
	default: return NAN;
	}
}

bool sc_scalar_integer(const sc_data *d, uint32_t scalar, int64_t *value)
{
	const si_image *image = sc_run_of(d)->program->image;
	si_place p = si_place_of(image, scalar);
	if (p.store != SI_INT || type_of_scalar(image, scalar) != SI_TYPE_INTEGER)
		return false;
	*value = p.negated ? -d->i[p.index] : d->i[p.index];
	return true;
}

const char *sc_scalar_string(const sc_data *d, uint32_t scalar)
{
	si_place p = si_place_of(sc_run_of(d)->program->image, scalar);
	return p.store == SI_STRING ? d->s[p.index] : NULL;
}

bool sc_set_scalar(sc_data *d, uint32_t scalar, double value)
{
	sc_run *run = sc_run_of(d);
	const si_image *image = run->program->image;
	si_place p = si_place_of(image, scalar);
	uint32_t parameter = si_parameter_number(image, scalar);
	bool boolean = p.store == SI_INT && type_of_scalar(image, scalar) == SI_TYPE_BOOLEAN;
	double kept = !p.negated ? value : boolean ? !value : -value;
	switch (p.store) {
	case SI_REAL: d->r[p.index] = kept; break;
	case SI_STATE: d->x[p.index] = kept; break;
	case SI_RATE: d->xd[p.index] = kept; break;
	case SI_INT:
		if (!(kept >= -9.2e18 && kept <= 9.2e18))
			return false;
		d->i[p.index] = boolean ? kept != 0 : (long long)kept;
		break;
	default: return false;
	}
	if (parameter != UINT32_MAX)
		run->given[parameter] = 1;
	return true;
}

bool sc_is_given(const sc_data *d, uint32_t scalar)
{
	const sc_run *run = sc_run_of(d);
	uint32_t parameter = si_parameter_number(run->program->image, scalar);
	return parameter != UINT32_MAX && run->given[parameter];
}

void sc_set_given(sc_data *d, uint32_t scalar, bool given)
{
	sc_run *run = sc_run_of(d);
	uint32_t parameter = si_parameter_number(run->program->image, scalar);
	if (parameter != UINT32_MAX)
		run->given[parameter] = given;
}

bool sc_set_string(sc_data *d, uint32_t scalar, const char *value)
{
	sc_run *run = sc_run_of(d);
	si_place p = si_place_of(run->program->image, scalar);
	uint32_t parameter = si_parameter_number(run->program->image, scalar);
	if (p.store != SI_STRING)
		return false;
	d->s[p.index] = sc_strings_keep(&run->strings, value, "");
	if (parameter != UINT32_MAX)
		run->given[parameter] = 1;
	return true;
}

static long long whole_at(const sc_data *d, si_place p, bool boolean)
{
	return !p.negated ? d->i[p.index] : boolean ? !d->i[p.index] : -d->i[p.index];
}

/* It is a guess, and what the other mode has not is none. */
static void copy_rate(sc_data *to, uint32_t state, bool negated, double value)
{
	if (isfinite(value))
		to->xd[state] = negated ? -value : value;
}

void sc_copy_scalar(sc_data *to, const sc_data *from, uint32_t scalar)
{
	sc_run *run = sc_run_of(to);
	si_place old = si_place_of(sc_run_of(from)->program->image, scalar), now = si_place_of(run->program->image, scalar);
	bool boolean = now.store == SI_INT && (old.negated || now.negated) &&
				   type_of_scalar(run->program->image, scalar) == SI_TYPE_BOOLEAN;
	double value;
	switch (now.store) {
	case SI_INT: {
		long long whole = old.store == SI_INT ? whole_at(from, old, boolean) : sb_whole(sc_scalar_value(from, scalar));
		to->i[now.index] = !now.negated ? whole : boolean ? !whole : -whole;
		break;
	}
	case SI_STRING: {
		const char *text = sc_scalar_string(from, scalar);
		to->s[now.index] = sc_strings_keep(&run->strings, text ? text : "", "");
		break;
	}
	case SI_REAL: case SI_STATE:
		value = sc_scalar_value(from, scalar);
		value = now.negated ? -value : value;
		if (now.store == SI_REAL)
			to->r[now.index] = value;
		else
			to->x[now.index] = value;
		break;
	case SI_RATE: copy_rate(to, now.index, now.negated, sc_scalar_value(from, scalar)); break;
	default: break;
	}
}

void sc_copy_rates(sc_data *to, const sc_data *from)
{
	const si_image *image = sc_run_of(to)->program->image, *old = sc_run_of(from)->program->image;

	for (uint32_t k = 0; k < image->states; k++) {
		uint32_t s = si_state_scalar(image, k);
		if (s >= image->common)
			continue;
		si_place now = si_place_of(image, s), there = si_place_of(old, s);
		if (there.store == SI_STATE)
			copy_rate(to, now.index, now.negated != there.negated, from->xd[there.index]);
	}
}

void sc_copy_parameters(sc_data *to, const sc_data *from)
{
	sc_run *run = sc_run_of(to), *old = sc_run_of(from);
	const si_image *image = run->program->image;
	for (uint32_t k = 0; k < image->parameters.n; k++) {
		const si_parameter *p = &image->parameters.at[k];
		for (uint32_t i = 0; i < p->count && p->scalar + i < image->common; i++) {
			uint32_t there = si_parameter_number(old->program->image, p->scalar + i);
			if (there == UINT32_MAX)
				continue;
			run->given[p->number + i] = old->given[there];
			sc_copy_scalar(to, from, p->scalar + i);
		}
	}
}

/* ---- formulas */

static bool value_at(const sc_data *d, si_place p, uint32_t type, si_value *out)
{
	*out = (si_value){.type = type};
	switch (p.store) {
	case SI_REAL: out->real = d->r[p.index]; break;
	case SI_STATE: out->real = d->x[p.index]; break;
	case SI_RATE: out->real = d->xd[p.index]; break;
	case SI_INT: out->integer = d->i[p.index]; break;
	case SI_STRING: out->string = d->s[p.index]; break;
	default: return false;
	}
	if (p.negated) {
		out->real = -out->real;
		out->integer = type == SI_TYPE_BOOLEAN ? !out->integer : -out->integer;
	}
	if (p.store == SI_INT)
		out->real = (double)out->integer;
	return true;
}

bool sc_read_anything(const si_reading *reading, const si_operation *leaf, uint32_t scalar, si_value *out)
{
	const sc_data *d = reading->context;
	const si_image *image = sc_run_of(d)->program->image;
	int64_t integer;
	switch (leaf->op) {
	case SX_VAR: case SX_DER: {
		si_place p = si_place_of(image, scalar);
		if (p.store == SI_NOWHERE && leaf->type != SI_TYPE_STRING) {
			double value = si_owner(image, scalar)->value;
			*out = (si_value){.type = leaf->type, .real = value, .integer = sb_whole(value)};
			return !isnan(value);
		}
		if (leaf->op == SX_DER)
			p.store = SI_RATE;
		return value_at(d, p, leaf->type, out);
	}
	case SX_PRE:
		*out = (si_value){leaf->type, d->pre_r[leaf->payload], d->pre_i[leaf->payload], d->pre_s[leaf->payload]};
		return true;
	case SX_TIME: *out = (si_value){.type = SI_TYPE_REAL, .real = d->time}; return true;
	case SX_INITIAL: integer = d->initial; break;
	case SX_TERMINAL: integer = d->terminal; break;
	case SX_LATCH: integer = d->latch[leaf->payload]; break;
	default: integer = d->clock[leaf->payload]; break;
	}
	*out = (si_value){.type = leaf->type, .real = (double)integer, .integer = integer};
	return true;
}

/* Variables as numbers, time, left limits, and the sides of conditions. */
static bool read_variable(const si_reading *reading, const si_operation *leaf, uint32_t scalar, si_value *out)
{
	const sc_data *d = reading->context;
	if (leaf->op == SX_LATCH || leaf->op == SX_INITIAL || leaf->op == SX_PRE)
		return sc_read_anything(reading, leaf, scalar, out);
	if (leaf->op == SX_TIME) {
		*out = (si_value){.type = SI_TYPE_REAL, .real = d->time};
		return true;
	}
	if (leaf->op != SX_VAR)
		return false;
	double v = sc_scalar_value(d, scalar);
	*out = (si_value){.type = leaf->type, .real = v, .integer = sb_whole(v)};
	return true;
}

static bool read_started(const si_reading *reading, const si_operation *leaf, uint32_t scalar, si_value *out)
{
	if (leaf->op != SX_VAR)
		return false;
	const si_variable *v = si_owner(sc_run_of(reading->context)->program->image, scalar);
	return (v->start_given || v->variability >= SI_PARAMETER) && read_variable(reading, leaf, scalar, out);
}

bool sc_unknown_value(const sc_run *run, const si_unknown *unknown, double *value)
{
	si_operation leaf = {.op = unknown->op, .type = SI_TYPE_REAL, .payload = unknown->number};
	si_reading reading = {.context = &run->d};
	si_value v;
	if (unknown->number == UINT32_MAX || !sc_read_anything(&reading, &leaf, unknown->number, &v))
		return false;
	*value = v.real;
	return true;
}

bool sc_formula(const sc_data *d, si_formula formula, sc_reach reach, const sc_element *element, double *value)
{
	const si_image *image = sc_run_of(d)->program->image;
	si_reading reading = {.context = d};
	int64_t at[SI_RANK_MOST] = {0};
	si_value v;
	reading.leaf = reach == SC_VARIABLES ? read_variable : reach == SC_STARTED ? read_started : sc_read_anything;
	if (element && element->of->over.n && element->of->rank <= SI_RANK_MOST) {
		const uint32_t *shape = &image->numbers.at[element->of->shape];
		uint32_t number = element->number;
		for (uint32_t k = element->of->rank; k-- > 0; number /= shape[k])
			at[k] = number % shape[k] + 1;
		reading.iterators = &image->numbers.at[element->of->over.first];
		reading.at = at;
		reading.count = element->of->rank;
	}
	if (!si_evaluate(image, formula, &reading, &v))
		return false;
	*value = v.type == SI_TYPE_REAL ? v.real : (double)v.integer;
	return true;
}
