/* The values of one run: laid out by the plan, all in one allocation each, read and written through places. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/whole.h"

static void *zeros(size_t count, size_t size)
{
	void *block = sb_resize(NULL, (count ? count : 1) * size);
	memset(block, 0, (count ? count : 1) * size);
	return block;
}

static const char **blanks(uint32_t count)
{
	const char **list = zeros(count, sizeof *list);
	for (uint32_t k = 0; k < count; k++)
		list[k] = "";
	return list;
}

sc_loop *sc_loops_new(const ss_plan *plan)
{
	sc_loop *loops = zeros(plan->loops.n, sizeof *loops);
	for (uint32_t k = 0; k < plan->loops.n; k++)
		loops[k].plan = plan->loops.at[k];
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
	run->loops[SC_HERE] = sc_loops_new(program->plan);
	run->warned = zeros(program->sites.n, sizeof *run->warned);
	return d;
}

static void free_loops(const sc_run *run, sc_loop *loops)
{
	for (uint32_t k = 0; loops && k < run->program->plan->loops.n; k++) {
		sc_factors_free(loops[k].factors);
		free(loops[k].good);
		sc_rounding_free(loops[k].rounding);
		free(loops[k].work);
		free(loops[k].between);
		free(loops[k].noted);
	}
	free(loops);
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
	for (uint32_t k = 0; k < run->program->plan->loops.n; k++) {
		free(run->loops[SC_HERE][k].past.z);
		free(run->loops[SC_HERE][k].path.time);
		free(run->loops[SC_HERE][k].path.z);
	}
	sc_forget_looks(run);
	free_loops(run, run->loops[SC_HERE]);
	free(run->reals_before);
	for (sc_chunk *c = run->chunks, *next; c; c = next) {
		next = c->next;
		free(c);
	}
	sc_strings_free(run->strings);
	if (run->kept)
		sb_arena_free(run->kept_arena);
	free(run->warned);
	free(run->failure.z);
	free(run->failure.residual);
	free(run->failure.why);
	free(run->x);
	free(run->xd);
	free(run->given);
	free(d->r);
	free(d->i);
	free(d->s);
	free(d->pre_r);
	free(d->pre_i);
	free(d->pre_s);
	free(d->latch);
	free(d->clock);
	free(run);
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
	default: break;
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

/* Values by interpretation, for what is not worth code (scales of unknowns) and for messages. */
static bool read_place(const sc_run *run, ss_place p, sx_type type, sx_value *out)
{
	const sc_data *d = &run->d;
	*out = (sx_value){ .type = type };
	switch (p.store) {
	case SS_REAL: out->real = d->r[p.index]; break;
	case SS_STATE: out->real = d->x[p.index]; break;
	case SS_RATE: out->real = d->xd[p.index]; break;
	case SS_INT: out->integer = d->i[p.index]; break;
	case SS_STRING: out->string = d->s[p.index]; break;
	default: return false;
	}
	if (p.negated) {
		out->real = -out->real;
		out->integer = type == SX_BOOLEAN ? !out->integer : -out->integer;
	}
	if (p.store == SS_INT)
		out->real = (double)out->integer;
	return true;
}

static bool read_pre(const sc_run *run, sx_ref e, sx_value *out)
{
	const ss_plan *plan = run->program->plan;
	sx_ref var = sx_arg(plan->model->pool, e, 0);
	for (uint32_t k = 0; k < plan->pres.n; k++)
		if (plan->pres.at[k].var == var) {
			*out = (sx_value){.type = sx_type_of(plan->model->pool, e),
							  .real = run->d.pre_r[k],
							  .integer = run->d.pre_i[k],
							  .string = run->d.pre_s[k]};
			if (out->type != SX_REAL)
				out->real = (double)out->integer;
			return true;
		}
	return false;
}

uint32_t sc_scalar_at(const sm_model *m, sx_ref var, const sx_env *at)
{
	const sx_node *node = sx_at(m->pool, var);
	const sm_variable *v = sm_var(m, node->payload);
	uint32_t element = 0;
	uint32_t scalar = node->flags & SX_HAS_ITER ? UINT32_MAX : sm_scalar_of(m, var);
	if (scalar != UINT32_MAX || node->op != SX_VAR || node->count != v->rank || !v->rank)
		return scalar;
	for (uint32_t d = 0; d < v->rank; d++) {
		sx_value subscript;
		sx_env env = *at;
		if (!sx_eval(m->pool, sx_arg(m->pool, var, d), &env, &subscript) || subscript.integer < 1 ||
			subscript.integer > v->shape[d])
			return UINT32_MAX;
		element = element * v->shape[d] + (uint32_t)(subscript.integer - 1);
	}
	return v->first + element;
}

bool sc_read_leaf(const sc_run *run, sx_ref e, const sx_env *at, sx_value *out)
{
	const ss_plan *plan = run->program->plan;
	const sx_pool *pool = plan->model->pool;
	const sx_node *node = sx_at(pool, e);
	const sc_data *d = &run->d;
	int64_t integer = 0;
	switch (node->op) {
	case SX_VAR: case SX_DER: {
		uint32_t scalar = sc_scalar_at(plan->model, node->op == SX_DER ? sx_arg(pool, e, 0) : e, at);
		if (scalar == UINT32_MAX)
			return false;
		ss_place p = ss_place_of(plan, scalar);
		if (p.store == SS_NOWHERE && node->type != SX_STRING) {
			double value = value_nowhere(d, scalar);
			*out = (sx_value){ .type = node->type, .real = value, .integer = sb_whole(value) };
			return !isnan(value);
		}
		if (node->op == SX_DER)
			p.store = SS_RATE;
		return read_place(run, p, node->type, out);
	}
	case SX_PRE: return read_pre(run, e, out);
	case SX_TIME: *out = (sx_value){ .type = SX_REAL, .real = d->time }; return true;
	case SX_INITIAL: integer = d->initial; break;
	case SX_TERMINAL: integer = d->terminal; break;
	case SX_LATCH:
		if (node->payload >= plan->watches.n)
			return false;
		integer = d->latch[node->payload];
		break;
	case SX_SAMPLE:
		if (node->payload >= plan->clocks.n)
			return false;
		integer = d->clock[node->payload];
		break;
	default: return false;
	}
	*out = (sx_value){ .type = node->type, .real = (double)integer, .integer = integer };
	return true;
}

static bool read_env(sx_env *self, const sx_pool *pool, sx_ref leaf, sx_value *out)
{
	(void)pool;
	return sc_read_leaf(self->context, leaf, self, out);
}

bool sc_evaluate(const sc_run *run, sx_ref e, const uint32_t *iterators, const int64_t *at, uint32_t count,
				 sx_value *out)
{
	sx_env env = {.leaf = read_env,
				  .context = (void *)run,
				  .iterators = iterators,
				  .iterator_values = at,
				  .iterator_count = count};
	return sx_eval(run->program->plan->model->pool, e, &env, out);
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

/* Variables as numbers, and time. */
static bool read_variable(const si_reading *reading, const si_operation *leaf, uint32_t scalar, si_value *out)
{
	const sc_data *d = reading->context;
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

static bool read_anything(const si_reading *reading, const si_operation *leaf, uint32_t scalar, si_value *out)
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

bool sc_formula(const sc_data *d, si_formula formula, sc_reach reach, const sc_element *element, double *value)
{
	const si_image *image = sc_run_of(d)->program->image;
	si_reading reading = {.context = d};
	int64_t at[SI_RANK_MOST] = {0};
	si_value v;
	reading.leaf = reach == SC_VARIABLES ? read_variable : reach == SC_STARTED ? read_started : read_anything;
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
