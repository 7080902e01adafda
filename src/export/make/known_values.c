/* Values that are known when a model leaves, as constants, and the points of its tables. */
#include "export/make/export_make.h"
#include <string.h>

/* ---- tables */

static void put_reals(so_job *j, const char *name, const sl_real *at, size_t n)
{
	sb_addf(&j->tables, "static const rt_real %s[] = {", name);
	for (size_t k = 0; k < n; k++) {
		sb_add(&j->tables, k % 6 ? " " : "\n\t");
		so_put_number(j, at[k], &j->tables);
		sb_addc(&j->tables, ',');
	}
	sb_add(&j->tables, n ? "\n};\n\n" : "\n\t0\n};\n\n");
}

static const char *array_of(so_job *j, const char *kind, uint32_t number, const char *part)
{
	return sb_printf(j->arena, "table%s_%u_%s", kind, number, part);
}

static void put_points(so_job *j, const so_object *o)
{
	const char *kinds[] = {"_time", "1", "2"}, *kind = kinds[o->kind];
	if (o->kind == 1) {
		const sl_table1 *t = o->at;
		put_reals(j, array_of(j, kind, o->number, "u"), t->u, t->rows);
		put_reals(j, array_of(j, kind, o->number, "y"), t->y, t->rows * t->count);
		put_reals(j, array_of(j, kind, o->number, "slopes"), t->slopes, t->rows * t->count);
	} else if (o->kind == 2) {
		const sl_table2 *t = o->at;
		put_reals(j, array_of(j, kind, o->number, "u1"), t->u1, t->n1);
		put_reals(j, array_of(j, kind, o->number, "u2"), t->u2, t->n2);
		for (int k = 0; k < 4; k++)
			put_reals(j, array_of(j, kind, o->number, sb_printf(j->arena, "z%d", k)), t->z[k], t->n1 * t->n2);
	} else {
		const sl_table_time *t = o->at;
		put_reals(j, array_of(j, kind, o->number, "t"), t->t, t->rows);
		put_reals(j, array_of(j, kind, o->number, "y"), t->y, t->rows * t->count);
		put_reals(j, array_of(j, kind, o->number, "slopes"), t->slopes, t->rows * t->count);
		put_reals(j, array_of(j, kind, o->number, "at"), t->at, t->breaks);
		put_reals(j, array_of(j, kind, o->number, "over"), t->over, t->rows);
	}
}

static void put_row(so_job *j, const so_object *o)
{
	static const char *const smooth[] = {"", "SL_LINEAR", "SL_AKIMA", "SL_CONSTANT", "SL_FRITSCH_BUTLAND",
		"SL_STEFFEN", "SL_MODIFIED_AKIMA"};
	static const char *const beyond[] = {"", "SL_HOLD", "SL_LAST_TWO", "SL_PERIODIC", "SL_NO_EXTRAPOLATION"};
	uint32_t n = o->number;
	if (o->kind == 1) {
		const sl_table1 *t = o->at;
		sb_addf(&j->tables, "\t{ %s, %s, %zu, %zu, table1_%u_u, table1_%u_y, table1_%u_slopes },\n",
				smooth[t->smoothness], beyond[t->extrapolation], t->rows, t->count, n, n, n);
	} else if (o->kind == 2) {
		const sl_table2 *t = o->at;
		sb_addf(&j->tables, "\t{ %s, %s, %zu, %zu, table2_%u_u1, table2_%u_u2,\n\t  { table2_%u_z0, table2_%u_z1, "
							"table2_%u_z2, table2_%u_z3 } },\n",
				smooth[t->smoothness], beyond[t->extrapolation], t->n1, t->n2, n, n, n, n, n, n);
	} else {
		const sl_table_time *t = o->at;
		sb_addf(&j->tables, "\t{ %s, %s, ", smooth[t->smoothness], beyond[t->extrapolation]);
		so_put_number(j, t->start, &j->tables);
		sb_add(&j->tables, ", ");
		so_put_number(j, t->shift, &j->tables);
		sb_addf(&j->tables, ", %zu, %zu, %zu,\n\t  table_time_%u_t, table_time_%u_y, table_time_%u_slopes, "
							"table_time_%u_at, table_time_%u_over },\n",
				t->rows, t->count, t->breaks, n, n, n, n, n);
	}
}

static void put_tables(so_job *j)
{
	static const char *const types[] = {"sl_table_time tables_time", "sl_table1 tables_1", "sl_table2 tables_2"};
	static const char *const none[] = {"\t{ SL_LINEAR, SL_HOLD, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL }\n",
		"\t{ SL_LINEAR, SL_HOLD, 0, 0, NULL, NULL, NULL }\n",
		"\t{ SL_LINEAR, SL_HOLD, 0, 0, NULL, NULL, { NULL, NULL, NULL, NULL } }\n"};
	for (uint32_t k = 0; k < j->objects.n; k++)
		put_points(j, &j->objects.at[k]);
	for (int kind = 0; kind < 3; kind++) {
		bool any = false;
		sb_addf(&j->tables, "static const %s[] = {\n", types[kind]);
		for (uint32_t k = 0; k < j->objects.n; k++)
			if (j->objects.at[k].kind == kind) {
				put_row(j, &j->objects.at[k]);
				any = true;
			}
		sb_add(&j->tables, any ? "" : none[kind]);
		sb_add(&j->tables, "};\n\n");
	}
}

/* Of a constructor, by its name in C: the kind of table that it makes; -1: none. */
static int kind_of(const sm_function *f)
{
	const char *symbol = f->external ? f->external->symbol : "", *prefix = "ModelicaStandardTables_Combi";
	if (strncmp(symbol, prefix, strlen(prefix)) != 0 || !strstr(symbol, "_init"))
		return -1;
	symbol += strlen(prefix);
	return strncmp(symbol, "Table1D", 7) == 0 ? 1 : strncmp(symbol, "Table2D", 7) == 0 ? 2 : 0;
}

/* The constructor that a variable is bound to. */
static int kind_of_variable(const so_job *j, uint32_t variable)
{
	const sm_model *m = j->m->plan->model;
	const ss_steps *steps = &j->m->plan->parameter_steps;
	for (uint32_t k = 0; k < steps->n; k++) {
		const ss_step *s = &steps->at[k];
		if (!s->target || sx_at(m->pool, s->target)->payload != variable || !s->value)
			continue;
		const sx_node *call = sx_at(m->pool, s->value);
		if (call->op == SX_CALL && call->payload < m->functions.n)
			return kind_of(m->functions.at[call->payload]);
	}
	return -1;
}

static void find_objects(so_job *j)
{
	const sm_model *m = j->m->plan->model;
	uint32_t counts[3] = {0};
	for (uint32_t k = 0; k < j->image->variables.n && k < m->variables.n; k++) {
		const si_variable *v = si_var(j->image, k);
		int kind = j->known[k] && sm_var(m, k)->object ? kind_of_variable(j, k) : -1;
		for (uint32_t i = 0; i < v->count && kind >= 0; i++) {
			si_place p = si_place_of(j->image, v->first + i);
			const void *at = p.store == SI_INT ? (const void *)(uintptr_t)j->d->i[p.index] : NULL;
			if (at)
				sb_push(j->arena, j->objects, ((so_object){p.index, kind, at, ++counts[kind]}));
		}
	}
}

/* ---- other values */

typedef struct rows { so_job *j; sb_text list, reals, wholes, texts; uint32_t n, counts[3]; } rows;

/* Names of files went into tables, and are of no use elsewhere. */
static bool is_read(const so_job *j, si_store store, uint32_t place)
{
	return store != SI_STRING || strstr(j->body, sb_printf(j->arena, "s[%u]", place));
}

/* What is known of the places of one store. */
static bool *known_places(const so_job *j, si_store store, uint32_t n)
{
	bool *known = sb_new_array(j->arena, bool, n + 1);
	for (uint32_t k = 0; k < j->image->variables.n && k < j->m->plan->model->variables.n; k++) {
		const si_variable *v = si_var(j->image, k);
		for (uint32_t i = 0; j->known[k] && i < v->count; i++) {
			si_place p = si_place_of(j->image, v->first + i);
			if (p.store == store)
				known[p.index] = v->count > 1 || is_read(j, store, p.index);
		}
	}
	return known;
}

static long long whole_of(const so_job *j, uint32_t place)
{
	for (uint32_t k = 0; k < j->objects.n; k++)
		if (j->objects.at[k].place == place)
			return j->objects.at[k].number;
	return j->d->i[place];
}

/* A pointer of this process means nothing elsewhere: objects that are no tables are nothing there. */
static bool *object_places(const so_job *j)
{
	const sm_model *m = j->m->plan->model;
	bool *object = sb_new_array(j->arena, bool, j->image->ints + 1);
	for (uint32_t k = 0; k < j->image->variables.n && k < m->variables.n; k++) {
		const si_variable *v = si_var(j->image, k);
		for (uint32_t i = 0; sm_var(m, k)->object && i < v->count; i++) {
			si_place p = si_place_of(j->image, v->first + i);
			if (p.store == SI_INT)
				object[p.index] = true;
		}
	}
	for (uint32_t k = 0; k < j->objects.n; k++)
		object[j->objects.at[k].place] = false;
	return object;
}

static void put_value(rows *w, int what, uint32_t place, const bool *object)
{
	const so_job *j = w->j;
	if (what == 0) {
		sb_add(&w->reals, "\t");
		so_put_number(j, j->d->r[place], &w->reals);
		sb_add(&w->reals, ",\n");
	} else if (what == 1) {
		sb_addf(&w->wholes, "\t%lld,\n", object[place] ? 0 : whole_of(j, place));
	} else {
		sb_add(&w->texts, "\t");
		so_put_quoted(j->d->s[place] ? j->d->s[place] : "", &w->texts);
		sb_add(&w->texts, ",\n");
	}
}

static void put_store(rows *w, int what, si_store store, uint32_t n)
{
	static const char *const names[] = {"RT_REAL", "RT_WHOLE", "RT_TEXT"};
	const bool *known = known_places(w->j, store, n), *object = object_places(w->j);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t end = k;
		if (!known[k])
			continue;
		for (; end < n && known[end]; end++)
			put_value(w, what, end, object);
		sb_addf(&w->list, "\t{ %s, %u, %u, %u },\n", names[what], k, end - k, w->counts[what]);
		w->counts[what] += end - k;
		w->n++;
		k = end;
	}
}

static void put_list(so_job *j, const char *type, const char *name, const sb_text *text, const char *none)
{
	sb_addf(&j->tables, "static const %s %s[] = {\n%s};\n\n", type, name, text->n ? text->at : none);
}

void so_put_known(so_job *j)
{
	rows w = {.j = j};
	find_objects(j);
	put_tables(j);
	put_store(&w, 0, SI_REAL, j->image->reals);
	put_store(&w, 1, SI_INT, j->image->ints);
	put_store(&w, 2, SI_STRING, j->image->strings);
	put_list(j, "rt_known", "known", &w.list, "\t{ 0, 0, 0, 0 }\n");
	put_list(j, "rt_real", "known_reals", &w.reals, "\t0\n");
	put_list(j, "long long", "known_wholes", &w.wholes, "\t0\n");
	put_list(j, "char *const", "known_texts", &w.texts, "\t\"\"\n");
	j->counts.knowns = w.n;
	sb_text_free(&w.list);
	sb_text_free(&w.reals);
	sb_text_free(&w.wholes);
	sb_text_free(&w.texts);
}
