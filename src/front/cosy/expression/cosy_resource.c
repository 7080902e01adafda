/* Resources, statistics, streams and data: their declarations, and what can be asked of them. */
#include "front/cosy/expression/cosy_expression.h"

#include <string.h>

/* ---- declarations */

static const co_node *option(const co_node *var, const char *name)
{
	const co_node *list = co_child(var, 3);

	for (uint32_t i = 0; i < co_count(list); i++)
		if (list->of.at[i]->kind == CO_OPTION && list->of.at[i]->name && strcmp(list->of.at[i]->name, name) == 0)
			return list->of.at[i];
	return NULL;
}

static const co_node *argument(const co_node *var, uint32_t number)
{
	const co_node *list = co_child(var, 3);

	for (uint32_t i = 0; i < co_count(list); i++)
		if (list->of.at[i]->kind != CO_OPTION && list->of.at[i]->kind != CO_PAIR && number-- == 0)
			return list->of.at[i];
	return NULL;
}

static uint32_t size_of(const co_symbol *s)
{
	return s->rank ? (uint32_t)(s->upper[0] - s->lower[0] + 1) : 1;
}

static int64_t before_first(const co_symbol *s)
{
	return s->rank ? s->lower[0] - 1 : 0;
}

static void declare_entries(co_context *c, co_symbol *s, sm_resource *r)
{
	const co_node *of = option(s->node, "OF"), *ranked = option(s->node, "RANKED");
	co_symbol *record = of ? co_global(c, co_child(of, 0)->name) : NULL;

	if (!record || (record->meaning != CO_RECORD_NAME && record->meaning != CO_CLASS)) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "K0530", of ? of->span : s->span, "the entries of '%s' have no type", s->name);
		sb_help(m, "write SETFILE %s OF name, the name of a record under TYPE or of a class of processes", s->name);
		return;
	}
	s->record = record;
	r->fields = record->meaning == CO_CLASS ? 1 + (ranked != NULL) : record->fields.n;
	r->field_types = sb_new_array(c->arena, sx_type, r->fields + 1);
	r->field_names = sb_new_array(c->arena, const char *, r->fields + 1);
	if (record->meaning == CO_CLASS) {
		r->field_types[0] = SX_INTEGER;
		r->field_names[0] = record->name;
		if (ranked) {
			r->field_types[1] = SX_REAL;
			r->field_names[1] = co_child(ranked, 0)->name;
			r->order_field = 1;
		}
	}
	for (uint32_t i = 0; record->meaning == CO_RECORD_NAME && i < r->fields; i++) {
		r->field_types[i] = record->fields.at[i]->value_type;
		r->field_names[i] = record->fields.at[i]->name;
	}
	r->order = option(s->node, "LIFO") ? SM_LIFO
			   : ranked                ? option(s->node, "DESCENDING") ? SM_LARGEST : SM_SMALLEST
									   : SM_FIFO;
	if (!ranked || record->meaning == CO_CLASS)
		return;
	const co_node *by = co_child(ranked, 0);
	for (r->order_field = 0; r->order_field < r->fields && strcmp(r->field_names[r->order_field], by->name) != 0;
		 r->order_field++)
		;
	if (r->order_field == r->fields) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "K0327", by->span, "'%s' has no part '%s'", record->name, by->name);
		sb_also(m, record->span, "'%s' is declared here", record->name);
		sb_help(m, "a SETFILE is ranked by a part of its entries");
		r->order_field = 0;
	}
}

static void declare_shared(co_context *c, co_symbol *s)
{
	sm_resource r = {.name = s->name,
					 .count = size_of(s),
					 .is_array = s->rank > 0,
					 .before = before_first(s),
					 .span = s->span,
					 .kind = s->type == CO_T_FACILITY  ? SM_FACILITY
							 : s->type == CO_T_STORAGE ? SM_STORAGE
							 : s->type == CO_T_GATE    ? SM_GATE
													   : SM_SET};

	if (!argument(s->node, 0) && s->type == CO_T_STORAGE)
		sb_help(sb_report(c->diag, SB_ERROR, "K0531", s->span, "the storage '%s' has no capacity", s->name),
				"write STORAGE %s (100)", s->name);
	r.open = option(s->node, "OPEN") != NULL;
	if (s->type == CO_T_SETFILE)
		declare_entries(c, s, &r);
	s->object = c->m->resources.n;
	sb_push(c->arena, c->m->resources, r);
}

static void declare_statistic(co_context *c, co_symbol *s)
{
	co_scope scope = {.c = c, .component = ""};
	sm_statistic t = {.name = s->name,
					  .count = size_of(s),
					  .is_array = s->rank > 0,
					  .before = before_first(s),
					  .span = s->span,
					  .kind = s->type == CO_T_COLLECT    ? SM_TALLY
							  : s->type == CO_T_TIMEPERS ? SM_TIMED
														 : SM_HISTOGRAM};
	int64_t cells = 0;

	if (s->type == CO_T_HISTOGRAM) {
		if (!argument(s->node, 2)) {
			sb_help(sb_report(c->diag, SB_ERROR, "K0533", s->span,
							  "the histogram '%s' needs its low end, the width of a cell and their number", s->name),
					"write HISTOGRAM %s (0.0, 0.5, 20)", s->name);
			return;
		}
		if (co_integer_constant(&scope, argument(s->node, 2), "the number of cells", &cells) &&
			(cells < 1 || cells > 1000000))
			sb_help(sb_report(c->diag, SB_ERROR, "K0534", argument(s->node, 2)->span,
							  "the number of cells is not between 1 and a million"),
					"choose wider cells");
		t.cells = (uint32_t)cells;
	}
	if (s->type == CO_T_TIMEPERS) { /* its value can be read */
		s->variable = co_add_variable(c, s, s->name, SX_REAL);
		sm_variable *v = sm_edit(c->m, s->variable);
		v->variability = SM_DISCRETE;
		v->start = t.start = sx_real(c->pool, 0);
		v->start_given = true;
		v->fixed = sx_bool(c->pool, true);
	}
	s->object = c->m->statistics.n;
	sb_push(c->arena, c->m->statistics, t);
}

static void declare_data(co_context *c, co_symbol *s)
{
	co_scope scope = {.c = c, .component = ""};
	const co_node *list = co_child(s->node, 3);
	sm_sample_data d = {.name = s->name, .steps = option(s->node, "STEPS") != NULL, .span = s->span};

	d.value = sb_new_array(c->arena, double, co_count(list) + 1);
	d.cumulative = sb_new_array(c->arena, double, co_count(list) + 1);
	for (uint32_t i = 0; i < co_count(list); i++) {
		const co_node *pair = list->of.at[i];
		double p;
		if (pair->kind != CO_PAIR ||
			!co_number_constant(&scope, co_child(pair, 0), "a value of the data", &d.value[d.n]) ||
			!co_number_constant(&scope, co_child(pair, 1), "a probability", &p))
			continue;
		if (p < 0 || p > 1 + 1e-9 || (d.n && (p < d.cumulative[d.n - 1] || d.value[d.n] < d.value[d.n - 1]))) {
			sb_help(
				sb_report(c->diag, SB_ERROR, "K0535", pair->span, "the data of '%s' do not rise from 0 to 1", s->name),
				"give values in rising order with their cumulative probabilities");
			return;
		}
		d.cumulative[d.n++] = p > 1 ? 1 : p;
	}
	if (!d.n || d.cumulative[d.n - 1] < 1 - 1e-9) {
		sb_help(
			sb_report(c->diag, SB_ERROR, "K0536", s->span, "the last cumulative probability of '%s' is not 1", s->name),
			"write SAMPLE %s ((1.0 : 0.2) (2.0 : 1.0))", s->name);
		return;
	}
	d.cumulative[d.n - 1] = 1;
	s->object = c->m->samples.n;
	sb_push(c->arena, c->m->samples, d);
}

/* Which arguments and options a declaration may have: (OPEN), OF and so on are options by name. */
static const struct {
	co_type type;
	uint32_t args;
	const char *options, *form;
} forms[] = {{CO_T_FACILITY, 1, " ", "FACILITY F (2)"},
			 {CO_T_STORAGE, 1, " ", "STORAGE S (100)"},
			 {CO_T_GATE, 0, " OPEN ", "GATE G, GATE G (OPEN)"},
			 {CO_T_SETFILE, 1, " OF FIFO LIFO RANKED DESCENDING ", "SETFILE Q (10) OF SHIP RANKED BY SIZE DESCENDING"},
			 {CO_T_RANDOM, 1, " ", "RANDOM R, RANDOM R (7)"},
			 {CO_T_SAMPLE, 0, " STEPS ", "SAMPLE D STEPS ((1.0 : 0.2) (2.0 : 1.0))"},
			 {CO_T_COLLECT, 0, " ", "COLLECT W"},
			 {CO_T_TIMEPERS, 0, " ", "TIMEPERS L := 0.0"},
			 {CO_T_HISTOGRAM, 3, " ", "HISTOGRAM H (0.0, 0.5, 20)"}};

/* Nothing of a declaration is passed over. */
static void check_form(co_context *c, const co_symbol *s)
{
	const co_node *list = co_child(s->node, 3), *wrong = NULL, *ranked = option(s->node, "RANKED");
	const char *form = "", *why = "has no meaning for";
	uint32_t args = 0, most = 0;

	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		for (uint32_t k = 0; forms[i].type == s->type && k < co_count(list); k++) {
			const co_node *n = list->of.at[k];
			bool known = n->kind == CO_PAIR ? s->type == CO_T_SAMPLE
						 : n->kind == CO_OPTION && n->name
							 ? strstr(forms[i].options, sb_printf(c->arena, " %s ", n->name)) != NULL
							 : ++args <= forms[i].args;
			most = forms[i].args;
			form = forms[i].form;
			if (!known && !wrong)
				wrong = n;
		}
	if (!wrong && ranked && (option(s->node, "LIFO") || option(s->node, "FIFO"))) {
		wrong = ranked;
		why = "cannot stand beside LIFO or FIFO for";
	}
	if (!wrong && option(s->node, "DESCENDING") && !ranked) {
		wrong = option(s->node, "DESCENDING");
		why = "has no effect without RANKED BY for";
	}
	if (!wrong)
		return;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "K0389", wrong->span, "this %s '%s', a %s", why, s->name, co_kind_text(s->type));
	if (args > most)
		sb_note(m, "it takes %u argument%s", most, most == 1 ? "" : "s");
	sb_help(m, "the form is %s", form);
}

void co_declare_resource(co_context *c, co_symbol *s)
{
	check_form(c, s);
	if (s->rank > 1) {
		sb_help(
			sb_report(c->diag, SB_ERROR, "K0537", s->span, "an array of %ss has one dimension", co_kind_text(s->type)),
			"number them in one row");
		return;
	}
	if (co_child(s->node, 2) && s->type != CO_T_TIMEPERS) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0542", co_child(s->node, 2)->span,
								  "a %s cannot be given a value", co_kind_text(s->type));
		if (s->type == CO_T_STORAGE)
			sb_help(m, "it is empty at first; its capacity stands in parentheses: STORAGE %s (100)", s->name);
		else
			sb_help(m, "remove ':=' and what follows");
		return;
	}
	if (s->meaning == CO_RESOURCE)
		declare_shared(c, s);
	else if (s->meaning == CO_STATISTIC)
		declare_statistic(c, s);
	else if (s->meaning == CO_DATA)
		declare_data(c, s);
	else {
		sm_stream r = {
			.name = s->name, .count = size_of(s), .is_array = s->rank > 0, .before = before_first(s), .span = s->span};
		s->object = c->m->streams.n;
		sb_push(c->arena, c->m->streams, r);
	}
}

/* ---- what declarations are made of */

/* Variables that statements set count with the value that they have when the run begins, so nothing may set them
 * later. */
typedef struct part {
	co_context *c;
	uint32_t moves, set;
	sb_map *set_in_run;
} part;

static bool see_part(void *context, const sx_pool *pool, sx_ref e)
{
	part *p = context;
	uint64_t known;

	if (sx_op_of(pool, e) != SX_VAR)
		return true;
	uint32_t v = sx_at(pool, e)->payload;
	if (sm_var(p->c->m, v)->variability == SM_CONTINUOUS)
		p->moves = v;
	else if (sm_var(p->c->m, v)->variability == SM_DISCRETE && sb_map_get(p->set_in_run, v, &known))
		p->set = v;
	return true;
}

static void finish_shared(co_context *c, co_symbol *s)
{
	co_scope scope = {.c = c, .component = ""};
	sm_resource *r = &c->m->resources.at[s->object];
	const co_node *capacity = argument(s->node, 0);

	if (!capacity)
		return;
	r->capacity = co_typed(&scope, capacity, SX_INTEGER, "the capacity");
	if (r->capacity && sx_is_const(c->pool, r->capacity) && sx_int_value(c->pool, r->capacity) < 1)
		sb_help(
			sb_report(c->diag, SB_ERROR, "K0532", capacity->span, "the capacity of '%s' must be at least one", s->name),
			"give a number greater than zero");
}

/* Once variables are there: a capacity, a seed or the cells of a histogram may be made of them. */
void co_finish_resources(co_context *c)
{
	for (uint32_t i = 0; i < c->all.n; i++) {
		co_symbol *s = c->all.at[i];
		if (s->object == CO_NOWHERE)
			continue;
		if (s->meaning == CO_RESOURCE)
			finish_shared(c, s);
		if (s->meaning == CO_STREAM && argument(s->node, 0))
			c->m->streams.at[s->object].seed = co_fixed_value(c, argument(s->node, 0), SX_INTEGER, "the seed");
		if (s->meaning == CO_STATISTIC && s->type == CO_T_HISTOGRAM) {
			c->m->statistics.at[s->object].low = co_fixed_value(c, argument(s->node, 0), SX_REAL, "the low end");
			c->m->statistics.at[s->object].width =
				co_fixed_value(c, argument(s->node, 1), SX_REAL, "the width of a cell");
		}
		if (s->meaning == CO_STATISTIC && s->type == CO_T_TIMEPERS && co_child(s->node, 2)) {
			sx_ref start = co_fixed_value(c, co_child(s->node, 2), SX_REAL, "the value of a declaration");
			if (start)
				sm_edit(c->m, s->variable)->start = c->m->statistics.at[s->object].start = start;
		}
		if (s->meaning == CO_STATISTIC && s->type == CO_T_TIMEPERS && !s->assigned) {
			sm_variable *v = sm_edit(c->m, s->variable);
			v->variability = SM_PARAMETER;
			v->binding = v->start;
		}
		if (s->meaning == CO_STATISTIC && s->type == CO_T_TIMEPERS)
			sm_edit(c->m, s->variable)->set_by_routines = true;
	}
}

static void note_set_in(co_context *c, const sm_statements *list, sb_map *set, int depth)
{
	for (uint32_t i = 0; i < list->n && depth < 1000; i++) {
		const sm_statement *st = list->at[i];
		if (st->target && sx_op_of(c->pool, st->target) == SX_VAR)
			sb_map_put(set, sx_at(c->pool, st->target)->payload, 1);
		for (uint32_t k = 0; sm_sets_targets(st->kind) && k < st->targets.n; k++)
			if (st->targets.at[k] && sx_op_of(c->pool, st->targets.at[k]) == SX_VAR)
				sb_map_put(set, sx_at(c->pool, st->targets.at[k])->payload, 1);
		for (uint32_t k = 0; k < st->branches.n; k++)
			note_set_in(c, &st->branches.at[k].body, set, depth + 1);
	}
}

/* A capacity stays what it is when the run begins, so what it is made of must stay, too. */
void co_check_capacities(co_context *c)
{
	sb_map set = sb_map_new(c->arena);

	for (uint32_t i = 0; i < c->m->routines.n; i++)
		if (c->m->routines.at[i].kind == SM_PROCESS || c->m->routines.at[i].kind == SM_HAPPENING)
			note_set_in(c, &c->m->routines.at[i].body, &set, 0);
	for (uint32_t i = 0; i < c->m->events.n; i++)
		note_set_in(c, &c->m->events.at[i].action, &set, 0);
	for (uint32_t i = 0; i < c->all.n; i++) {
		const co_symbol *s = c->all.at[i];
		sx_ref e = s->meaning == CO_RESOURCE && s->object != CO_NOWHERE ? c->m->resources.at[s->object].capacity : 0;
		part p = {c, CO_NOWHERE, CO_NOWHERE, &set};
		if (e)
			sx_visit(c->pool, e, see_part, &p);
		uint32_t v = p.moves != CO_NOWHERE ? p.moves : p.set;
		if (v == CO_NOWHERE)
			continue;
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0380", argument(s->node, 0)->span,
								  "the capacity of '%s' depends on '%s', which changes during a run", s->name,
								  sm_var(c->m, v)->name);
		sb_also(m, sm_var(c->m, v)->span, "'%s' is declared here", sm_var(c->m, v)->name);
		sb_note(m, "a %s keeps the capacity that it has when the run begins", co_kind_text(s->type));
		sb_help(m, "use a variable that only MONITOR, INITIAL and TERMINAL set; to remove and add servers during a "
				   "run, let a process seize and release them");
	}
}

/* ---- questions */

typedef enum about { OF_STREAM, OF_SHARED, OF_STATISTIC, OF_PROCESS, OF_NOTHING } about;
typedef struct question {
	const char *name;
	sm_question ask;
	about of;
	uint32_t args;
	bool whole;
} question; /* whole: the first argument is an INTEGER */

static const question questions[] = {{"UNIFORM", SM_ASK_UNIFORM, OF_STREAM, 2, false},
									 {"EXPONENTIAL", SM_ASK_EXPONENTIAL, OF_STREAM, 1, false},
									 {"NORMAL", SM_ASK_NORMAL, OF_STREAM, 2, false},
									 {"LOGNORMAL", SM_ASK_LOGNORMAL, OF_STREAM, 2, false},
									 {"GAMMA", SM_ASK_GAMMA, OF_STREAM, 2, false},
									 {"ERLANG", SM_ASK_ERLANG, OF_STREAM, 2, true},
									 {"BETA", SM_ASK_BETA, OF_STREAM, 2, false},
									 {"WEIBULL", SM_ASK_WEIBULL, OF_STREAM, 2, false},
									 {"TRIANGULAR", SM_ASK_TRIANGULAR, OF_STREAM, 3, false},
									 {"POISSON", SM_ASK_POISSON, OF_STREAM, 1, false},
									 {"BINOMIAL", SM_ASK_BINOMIAL, OF_STREAM, 2, true},
									 {"GEOMETRIC", SM_ASK_GEOMETRIC, OF_STREAM, 1, false},
									 {"BERNOULLI", SM_ASK_BERNOULLI, OF_STREAM, 1, false},
									 {"RANDINT", SM_ASK_DISCRETE_UNIFORM, OF_STREAM, 2, true},
									 {"EMPIRICAL", SM_ASK_EMPIRICAL, OF_STREAM, 1, true},
									 {"LENGTH", SM_ASK_LENGTH, OF_SHARED, 0, false},
									 {"EMPTY", SM_ASK_LENGTH, OF_SHARED, 0, false},
									 {"BUSY", SM_ASK_BUSY, OF_SHARED, 0, false},
									 {"AVAILABLE", SM_ASK_FREE, OF_SHARED, 0, false},
									 {"ISOPEN", SM_ASK_IS_OPEN, OF_SHARED, 0, false},
									 {"UTIL", SM_ASK_UTILISATION, OF_SHARED, 0, false},
									 {"MEANWAIT", SM_ASK_MEAN_WAIT, OF_SHARED, 0, false},
									 {"MEANQUEUE", SM_ASK_MEAN_QUEUE, OF_SHARED, 0, false},
									 {"COUNT", SM_ASK_COUNT, OF_STATISTIC, 0, false},
									 {"MEAN", SM_ASK_MEAN, OF_STATISTIC, 0, false},
									 {"STDEV", SM_ASK_DEVIATION, OF_STATISTIC, 0, false},
									 {"MINIMUM", SM_ASK_LEAST, OF_STATISTIC, 0, false},
									 {"MAXIMUM", SM_ASK_MOST, OF_STATISTIC, 0, false},
									 {"TOTAL", SM_ASK_TOTAL, OF_STATISTIC, 0, false},
									 {"SELF", SM_ASK_SELF, OF_NOTHING, 0, false},
									 {"ALIVE", SM_ASK_IS_ALIVE, OF_PROCESS, 1, true},
									 {"IDLE", SM_ASK_IS_IDLE, OF_PROCESS, 1, true},
									 {"INTERRUPTED", SM_ASK_INTERRUPTED, OF_NOTHING, 0, false},
									 {"REMAINING", SM_ASK_REMAINING, OF_NOTHING, 0, false},
									 {"RUN", SM_ASK_RUN, OF_NOTHING, 0, false}};

/* What can be asked of which resource. */
static bool has_answer(co_scope *s, const co_node *n, const question *q, const co_symbol *symbol)
{
	bool units = symbol->type == CO_T_FACILITY || symbol->type == CO_T_STORAGE;
	bool bounded = units || (symbol->type == CO_T_SETFILE && argument(symbol->node, 0));
	bool good = q->ask == SM_ASK_BUSY          ? units
				: q->ask == SM_ASK_FREE        ? bounded
				: q->ask == SM_ASK_IS_OPEN     ? symbol->type == CO_T_GATE
				: q->ask == SM_ASK_UTILISATION ? bounded || symbol->type == CO_T_GATE
											   : true;

	if (q->of != OF_SHARED || good)
		return true;
	sb_message *m =
		sb_report(s->c->diag, SB_ERROR, "K0390", n->span, "%s cannot be used for '%s', a %s%s", n->name, symbol->name,
				  co_kind_text(symbol->type), symbol->type == CO_T_SETFILE ? " without a capacity" : "");
	sb_also(m, symbol->span, "'%s' is declared here", symbol->name);
	sb_help(m,
			symbol->type == CO_T_SETFILE ? "LENGTH (%s) is the number of entries"
			: symbol->type == CO_T_GATE  ? "ISOPEN (%s) says whether it is open, LENGTH (%s) how many wait"
										 : "BUSY (%s) and AVAILABLE (%s) tell how much of it is in use",
			symbol->name, symbol->name);
	return false;
}

static co_symbol *asked(co_scope *s, const co_node *n, const question *q, const co_node *first)
{
	static const co_meaning wanted[] = {CO_STREAM, CO_RESOURCE, CO_STATISTIC};
	static const char *const what[] = {"RANDOM", "FACILITY, STORAGE, GATE or SETFILE",
									   "COLLECT, TIMEPERS or HISTOGRAM"};
	co_symbol *symbol = first && first->kind == CO_NAME ? co_find(s, first->name) : NULL;

	if (symbol && symbol->meaning == wanted[q->of]) {
		symbol->used = true;
		return symbol->object == CO_NOWHERE ? NULL : symbol;
	}
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0538", first ? first->span : n->span,
							  "the first argument of %s must be the name of a %s", n->name, what[q->of]);
	if (symbol)
		sb_also(m, symbol->span, "'%s' is declared here", first->name);
	return NULL;
}

/* EMPIRICAL names its data. */
static sx_ref data_number(co_scope *s, const co_node *name)
{
	co_symbol *symbol = name && name->kind == CO_NAME ? co_find(s, name->name) : NULL;

	if (symbol && symbol->meaning == CO_DATA && symbol->object != CO_NOWHERE)
		return sx_int(s->c->pool, symbol->object);
	sb_help(sb_report(s->c->diag, SB_ERROR, "K0539", name->span, "EMPIRICAL draws from a SAMPLE"),
			"declare SAMPLE D ((1.0 : 0.2) (2.0 : 1.0)) and write EMPIRICAL (R, D)");
	return 0;
}

static uint32_t found_local(co_scope *s)
{
	for (uint32_t i = 0; i < s->routine->locals.n; i++)
		if (strcmp(s->routine->locals.at[i].name, "FOUND") == 0)
			return i;
	return co_local(s, "FOUND", SX_BOOLEAN, s->routine->span);
}

sx_ref co_found(co_scope *s)
{
	return co_local_ref(s, found_local(s));
}

static bool takes_here(co_scope *s, const co_node *n)
{
	if (s->routine)
		return true;
	sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0540", n->span,
							  "%s can be used only in events, processes, INITIAL, TERMINAL and MONITOR", n->name);
	sb_help(m, "assign it to a REAL in one of these, and use the REAL in the equation");
	return false;
}

/* Statements go on with the values of the last run; the report has the figures of all. */
void co_warn_replicated(co_scope *s, const co_node *n)
{
	if (s->place != CO_IN_MONITOR || !s->replicated)
		return;
	sb_message *m = sb_report(s->c->diag, SB_WARNING, "U0387", n->span,
							  "after REPLICATIONS this %s is the value of the last run only", n->name);
	sb_help(m, "the report has the means of all runs with their confidence intervals, also of what a COLLECT collects "
			   "in TERMINAL; or make the runs with RERUN, where REALs keep their values from run to run");
	s->replicated = false;           /* said once */
}

static bool is_figure(const question *q)
{
	return q->of == OF_STATISTIC || q->ask == SM_ASK_UTILISATION || q->ask == SM_ASK_MEAN_WAIT ||
		   q->ask == SM_ASK_MEAN_QUEUE;
}

sx_ref co_ask(co_scope *s, const co_node *n, bool *known)
{
	const co_node *list = n->kind == CO_APPLY ? co_child(n, 0) : NULL;
	const question *q = NULL;
	sx_ref args[3], index = 0;
	uint32_t object = 0, skip = 0;

	for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
		if (strcmp(n->name, questions[i].name) == 0)
			q = &questions[i];
	*known = q || strcmp(n->name, "FOUND") == 0;
	if (!*known || !takes_here(s, n))
		return 0;
	if (!q)
		return co_found(s);
	skip = q->of == OF_STREAM || q->of == OF_SHARED || q->of == OF_STATISTIC;
	if (co_count(list) != q->args + skip) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0344", n->span, "%s takes %u argument%s, not %u", n->name,
						  q->args + skip, q->args + skip == 1 ? "" : "s", co_count(list)),
				q->of == OF_STREAM ? "the first argument is the stream, a RANDOM; docs/cosy.md lists the others"
								   : "docs/cosy.md lists the functions with their arguments");
		return 0;
	}
	if (skip) {
		co_symbol *symbol = asked(s, n, q, list->of.at[0]);
		if (!symbol || !has_answer(s, n, q, symbol))
			return 0;
		if (is_figure(q))
			co_warn_replicated(s, n);
		object = symbol->object;
		index = co_subscript(s, symbol, list->of.at[0]);
		if (symbol->rank && !index)
			return 0;
	}
	for (uint32_t i = 0; i < q->args; i++) {
		const co_node *a = list->of.at[i + skip];
		bool whole = q->whole && (i == 0 || q->ask == SM_ASK_DISCRETE_UNIFORM);
		args[i] = q->ask == SM_ASK_EMPIRICAL ? data_number(s, a)
											 : co_typed(s, a, whole ? SX_INTEGER : SX_REAL, "this argument");
		if (!args[i])
			return 0;
	}
	sx_ref e = sm_ask(s->c->m, q->ask, object, index, args, q->args);
	if (!e)
		sb_report(s->c->diag, SB_ERROR, "K0541", n->span, "the arguments of %s do not fit", n->name);
	if (e && strcmp(n->name, "EMPTY") == 0)
		e = sx_binary(s->c->pool, SX_EQ, e, sx_int(s->c->pool, 0));
	return e;
}
