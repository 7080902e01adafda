/* The constants of a model: the rows of rt_model as C, and their sizes. */
#include "export/make/export_make.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *so_place_of(const so_job *j, sb_span span)
{
	int line = 0, column = 0;
	if (!span.source)
		return si_word(j->image, j->image->name);
	const char *path = sb_source_path(j->diag, span.source), *base = strrchr(path, '/');
	sb_position(j->diag, span, &line, &column);
	return sb_printf(j->arena, "%s:%d", base ? base + 1 : path, line);
}

void so_put_quoted(const char *text, sb_text *out)
{
	sb_addc(out, '"');
	for (; text && *text; text++) {
		if (*text == '"' || *text == '\\')
			sb_addc(out, '\\');
		sb_addc(out, *text == '\n' ? ' ' : *text);
	}
	sb_addc(out, '"');
}

static void put_site(so_job *j, sb_span span, const char *what)
{
	sb_add(&j->tables, "\t{ ");
	so_put_quoted(so_place_of(j, span), &j->tables);
	sb_add(&j->tables, ", ");
	so_put_quoted(what ? what : "", &j->tables);
	sb_add(&j->tables, " },\n");
}

static void open_table(so_job *j, const char *type, const char *name)
{
	sb_addf(&j->tables, "static const %s %s[] = {\n", type, name);
}

/* An array in C has at least one row. */
static void close_table(so_job *j, uint32_t n)
{
	sb_add(&j->tables, n ? "};\n\n" : "\t{ 0 }\n};\n\n");
}

static void put_place(so_job *j, si_place p, bool boolean)
{
	static const char *const stores[] = {"RT_NOWHERE", "RT_REAL", "RT_WHOLE", "RT_TEXT", "RT_STATE", "RT_RATE"};
	sb_addf(&j->tables, "{ %s, %d, %d, 0, %u }", stores[p.store], p.negated, boolean, p.index);
}

static double value_of(const so_job *j, si_formula formula)
{
	double v;
	return formula && sc_formula(j->d, formula, SC_EVERYTHING, NULL, &v) && isfinite(v) ? v : 0;
}

/* ---- conditions and left limits */

/* Reads it nothing but what has a start value that somebody wrote? */
static bool is_started(const so_job *j, si_formula formula)
{
	const si_image *image = j->image;
	if (!formula)
		return false;
	const si_formula_row *f = &image->formulas.at[formula];
	for (uint32_t k = f->first; k < f->first + f->n; k++) {
		const si_operation *o = &image->operations.at[k];
		if (o->op == SX_DER || o->op == SX_PRE || o->op == SX_TIME || o->op == SI_OPEN || o->op == SX_CALL)
			return false;
		if (o->op == SX_VAR && o->count)
			return false;
		if (o->op == SX_VAR) {
			const si_variable *v = si_owner(image, o->payload);
			if (!v->start_given && v->variability < SI_PARAMETER)
				return false;
		}
	}
	return true;
}

static void put_watches(so_job *j)
{
	static const char *const kinds[] = {"RT_RELATION", "RT_FLOOR", "RT_CEIL"};
	static const char *const ops[] = {"RT_LT", "RT_LE", "RT_GT", "RT_GE"};
	const si_image *image = j->image;
	open_table(j, "rt_watch", "watches");
	for (uint32_t k = 0; k < image->watches.n; k++) {
		const si_watch *w = &image->watches.at[k];
		sb_text written = {0};
		si_print(image, w->written, &written);
		sb_addf(&j->tables, "\t{ %s, %s, %d, %d, %d, %d },", kinds[w->kind], ops[w->op <= SI_GE ? w->op : SI_GE],
				w->time_only, w->initial_only, w->guards,
				!w->time_only && w->kind == SI_RELATION && is_started(j, w->function));
		if (written.at && !strstr(written.at, "*/") && written.n < 80)
			sb_addf(&j->tables, "  /* %s */", written.at);
		sb_addc(&j->tables, '\n');
		sb_text_free(&written);
	}
	close_table(j, image->watches.n);
	open_table(j, "rt_pre", "pres");
	for (uint32_t k = 0; k < image->pres.n; k++) {
		const si_pre *p = &image->pres.at[k];
		sb_add(&j->tables, "\t{ ");
		put_place(j, p->place, false);
		sb_addf(&j->tables, ", %d },\n", p->discrete);
	}
	sb_add(&j->tables, image->pres.n ? "};\n\n" : "\t{ { 0, 0, 0, 0, 0 }, 0 }\n};\n\n");
}

static void put_clocks(so_job *j)
{
	const si_image *image = j->image;
	open_table(j, "rt_clock", "clocks");
	for (uint32_t k = 0; k < image->clocks.n; k++)
		sb_addf(&j->tables, "\t{ %u, %lld, %lld },\n", image->clocks.at[k].base, (long long)image->clocks.at[k].step,
				(long long)image->clocks.at[k].first);
	close_table(j, image->clocks.n);
	open_table(j, "rt_base", "bases");
	for (uint32_t k = 0; k < image->bases.n; k++) {
		const si_base *b = &image->bases.at[k];
		sb_addf(&j->tables, "\t{ %lld, %lld, %lld, %d, %d },\n", (long long)b->num, (long long)b->den,
				(long long)b->resolution, b->rational, b->variable);
	}
	close_table(j, image->bases.n);
	open_table(j, "rt_event", "events");
	for (uint32_t k = 0; k < image->event_code.n; k++) {
		const si_event *e = &image->event_code.at[k];
		sb_addf(&j->tables, "\t{ %u, %d, %d, %u, ", e->trigger, e->direction, e->priority, e->group);
		so_put_number(j, value_of(j, e->start), &j->tables);
		sb_add(&j->tables, ", ");
		so_put_number(j, value_of(j, e->interval), &j->tables);
		sb_add(&j->tables, " },\n");
	}
	close_table(j, image->event_code.n);
}

/* ---- loops */

static bool is_given(const si_unknown *u)
{
	return u->given || u->follow;
}

/* Some of the unknowns have start values that the user wrote, and others have not. */
static bool is_partly_given(const si_image *image, const si_loop *l)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < l->n; i++)
		count += is_given(&image->unknowns.at[l->unknowns + i]);
	return count > 0 && count < l->n;
}

static void put_unknowns(so_job *j, const uint32_t *numbers, uint32_t n)
{
	static const char *const names[] = {"nominals", "units", "guesses"};
	for (int which = 0; which < 3; which++) {
		open_table(j, "rt_real", names[which]);
		for (uint32_t k = 0; k < n; k++) {
			const si_unknown *u = &j->image->unknowns.at[numbers[k]];
			double start = value_of(j, u->start), nominal = fabs(value_of(j, u->nominal));
			double unit = nominal > 0 ? nominal : start != 0 && isfinite(start) ? fabs(start) : 1;
			sb_add(&j->tables, "\t");
			so_put_number(j, which == 0 ? nominal : which == 1 ? unit : start, &j->tables);
			sb_add(&j->tables, ",\n");
		}
		sb_add(&j->tables, n ? "};\n\n" : "\t0\n};\n\n");
	}
	open_table(j, "unsigned char", "held");
	for (uint32_t k = 0; k < n; k++)
		sb_addf(&j->tables, "%s%d,%s", k % 16 ? " " : "\t", is_given(&j->image->unknowns.at[numbers[k]]),
				k % 16 == 15 || k + 1 == n ? "\n" : "");
	sb_add(&j->tables, n ? "};\n\n" : "\t0\n};\n\n");
}

static void put_loops(so_job *j)
{
	const si_image *image = j->image;
	rt_loop *loops = sb_new_array(j->arena, rt_loop, image->loops.n + 1);
	sb_vec(rt_entry) entries = {0};
	sb_vec(uint32_t) unknowns = {0};
	uint32_t largest = 0, squares = 0;
	for (uint32_t k = 0; k < image->loops.n; k++) {
		const si_loop *l = &image->loops.at[k];
		loops[k] = (rt_loop){l->n, l->entries.n, entries.n, unknowns.n, l->linear, (int)(j->text.sites.n + k),
			!l->linear && l->fits && is_partly_given(image, l)};
		for (uint32_t i = 0; i < l->entries.n; i++) {
			const si_entry *e = &image->entries.at[l->entries.first + i];
			sb_push(j->arena, entries, ((rt_entry){e->row, e->col}));
		}
		for (uint32_t i = 0; i < l->n; i++)
			sb_push(j->arena, unknowns, l->unknowns + i);
		largest = l->n > largest ? l->n : largest;
		squares = !l->linear && l->n > squares && l->n <= RT_SQUARES_MOST ? l->n : squares;
	}
	open_table(j, "rt_loop", "loops");
	for (uint32_t k = 0; k < image->loops.n; k++)
		sb_addf(&j->tables, "\t{ %u, %u, %u, %u, %d, %d, %d },\n", loops[k].n, loops[k].entries, loops[k].first_entry,
				loops[k].first_unknown, loops[k].linear, loops[k].site, loops[k].fits);
	close_table(j, image->loops.n);
	open_table(j, "rt_entry", "entries");
	for (uint32_t k = 0; k < entries.n; k++)
		sb_addf(&j->tables, "%s{ %u, %u },%s", k % 8 ? " " : "\t", entries.at[k].row, entries.at[k].col,
				k % 8 == 7 || k + 1 == entries.n ? "\n" : "");
	close_table(j, entries.n);
	put_unknowns(j, unknowns.at, unknowns.n);
	j->counts.loops = image->loops.n;
	j->counts.loop = loops;
	j->counts.entries = entries.n;
	j->counts.unknowns = unknowns.n;
	j->counts.largest = largest;
	j->counts.squares = squares;
}

static void put_jacobian(so_job *j)
{
	const si_image *image = j->image;
	bool implicit = j->solver == RT_IMPLICIT || j->solver == RT_RODAS;
	bool wanted = implicit && image->jacobian.symbolic && !image->jacobian.by_families;
	uint32_t columns = wanted ? image->jacobian_column.n : 0, rows = wanted ? image->jacobian_row.n : 0;
	open_table(j, "uint32_t", "columns");
	for (uint32_t k = 0; k < columns; k++)
		sb_addf(&j->tables, "\t%u,\n", image->jacobian_column.at[k]);
	sb_add(&j->tables, columns ? "};\n\n" : "\t0\n};\n\n");
	open_table(j, "uint32_t", "rows");
	for (uint32_t k = 0; k < rows; k++)
		sb_addf(&j->tables, "\t%u,\n", image->jacobian_row.at[k]);
	sb_add(&j->tables, rows ? "};\n\n" : "\t0\n};\n\n");
	j->counts.jacobian = rows;
	open_table(j, "rt_real", "state_nominals");
	for (uint32_t k = 0; k < image->states; k++) {
		bool known = k < image->state_nominal.n && !image->by_cells;
		double nominal = known ? fabs(value_of(j, image->state_nominal.at[k])) : 0;
		sb_add(&j->tables, "\t");
		so_put_number(j, nominal > 0 ? nominal : 1, &j->tables);
		sb_add(&j->tables, ",\n");
	}
	sb_add(&j->tables, image->states ? "};\n\n" : "\t1\n};\n\n");
}

/* ---- delays, inputs, places */

static void put_delays(so_job *j)
{
	const si_image *image = j->image;
	uint32_t n = image->delays.n;
	double *lists = sb_new_array(j->arena, double, 3 * (size_t)n + 1), *longest = lists + 2 * (size_t)n;
	rt_delay *rooms = sb_new_array(j->arena, rt_delay, n + 1);
	if (n)
		sc_functions_of(j->m->program)->delays(j->d, lists, lists + n, longest);
	open_table(j, "rt_delay", "delays");
	for (uint32_t k = 0; k < n; k++) {
		double most = fmax(longest[k], lists[n + k]), room = isfinite(most) ? ceil(most / j->step) : 1000;
		rooms[k] = (rt_delay){j->o->delays ? j->o->delays : (uint32_t)fmin(1.5 * room + 20, 1e7),
							  image->delays.at[k].still, image->delays.at[k].steady};
		sb_addf(&j->tables, "\t{ %u, %d, %d },\n", rooms[k].room, rooms[k].still, rooms[k].steady);
	}
	close_table(j, n);
	j->counts.delays = n;
	j->counts.delay = rooms;
}

static void put_inputs(so_job *j)
{
	uint32_t n = 0;
	open_table(j, "rt_place", "inputs");
	for (uint32_t k = 0; k < j->inputs.n; k++) {
		const si_variable *v = si_var(j->image, j->inputs.at[k].variable);
		for (uint32_t i = 0; i < v->count; i++, n++) {
			sb_add(&j->tables, "\t");
			put_place(j, si_place_of(j->image, v->first + i), v->type == SI_TYPE_BOOLEAN);
			sb_add(&j->tables, ",\n");
		}
	}
	close_table(j, n);
	j->counts.inputs = n;
}

static void put_levels(so_job *j, const char *name, const si_action *of, uint32_t n)
{
	open_table(j, "unsigned char", name);
	for (uint32_t k = 0; k < n; k++)
		sb_addf(&j->tables, "\t%d,\n", of[k].level != 0);
	sb_add(&j->tables, n ? "};\n\n" : "\t0\n};\n\n");
}

static void put_sites(so_job *j)
{
	const si_image *image = j->image;
	const ss_plan *plan = j->m->plan;
	open_table(j, "rt_site", "sites");
	for (uint32_t k = 0; k < j->text.sites.n; k++)
		put_site(j, j->text.sites.at[k].span, j->text.sites.at[k].what);
	for (uint32_t k = 0; k < plan->loops.n; k++)
		put_site(j, plan->loops.at[k]->equations.n ? plan->loops.at[k]->equations.at[0]->span : (sb_span){0}, "a loop");
	close_table(j, j->text.sites.n + plan->loops.n);
	j->counts.sites = j->text.sites.n + plan->loops.n;
	open_table(j, "rt_site", "action_sites");
	for (uint32_t k = 0; k < image->actions.n; k++)
		put_site(j, image->actions.at[k].span, si_word(image, image->actions.at[k].component));
	close_table(j, image->actions.n);
	open_table(j, "rt_site", "assert_sites");
	for (uint32_t k = 0; k < image->asserts.n; k++)
		put_site(j, image->asserts.at[k].span, si_word(image, image->asserts.at[k].component));
	close_table(j, image->asserts.n);
	put_levels(j, "assert_warns", image->asserts.at, image->asserts.n);
	put_levels(j, "action_warns", image->actions.at, image->actions.n);
}

/* What arrays of functions take: the sizes that the text names, a few times over; more is the caller's to say. */
static uint32_t scratch_of(const so_job *j)
{
	uint64_t sum = 0;
	if (j->o->scratch)
		return j->o->scratch;
	const char *const texts[] = {j->body, j->beside ? j->beside : ""};
	for (int i = 0; i < 2; i++) {
		for (const char *at = strstr(texts[i], "rt_scratch(d, "); at; at = strstr(at + 1, "rt_scratch(d, ")) {
			unsigned long long size = strtoull(at + strlen("rt_scratch(d, "), NULL, 10);
			sum += size ? (size + 15) & ~15ull : 1024;
		}
		for (const char *at = strstr(texts[i], "rt_resize(d, "); at; at = strstr(at + 1, "rt_resize(d, "))
			sum += 1024;
	}
	return sum ? (uint32_t)(4 * sum + 4096) : 0;
}

void so_make_tables(so_job *j)
{
	const si_image *image = j->image;
	bool texts = strstr(j->body, "_text(d, ") || strstr(j->body, "rt_concat(d, ");
	j->counts = (rt_model){.solver = j->solver, .states = image->states, .reals = image->reals,
		.wholes = image->ints, .texts = image->strings, .pres = image->pres.n, .watches = image->watches.n,
		.clocks = image->clocks.n, .bases = image->bases.n, .parameters = image->parameter_count,
		.events = image->event_code.n, .actions = image->actions.n, .asserts = image->asserts.n,
		.scratch = scratch_of(j), .letters = texts ? 512 : 0};
	put_watches(j);
	put_clocks(j);
	put_loops(j);
	put_jacobian(j);
	put_delays(j);
	put_inputs(j);
	put_sites(j);
	so_put_known(j);
}
