/* Arrays in C: a pointer to the elements, row by row, and the sizes. Elements of a variable that lie in one row are
 * used where they are; otherwise (aliases, reversed signs, mixed stores) they are gathered through a table of their
 * places. */
#include "code/generate/generate.h"

#include <stdlib.h>
#include <string.h>

enum { ON_STACK = 64 };      /* elements of an array that may be a C local */

static bool variable_is_array(const sc_emitter *em, uint32_t variable)
{
	return variable < em->model->variables.n && sm_var(em->model, variable)->rank > 0;
}

bool sc_is_array(const sc_emitter *em, sx_ref e)
{
	const sx_node *node = sx_at(em->pool, e);
	switch (node->op) {
	case SX_ARRAY: return true;
	case SX_VAR: return node->count == 0 && variable_is_array(em, node->payload);
	case SX_LOCAL:
		return em->function && node->count == 0 && node->payload < em->function->locals.n
			&& em->function->locals.at[node->payload].rank > 0;
	case SX_CALL: return sc_result(em->model->functions.at[node->payload], 0)->rank > 0;
	case SX_OUT:
		return sc_result(em->model->functions.at[sx_at(em->pool, sx_arg(em->pool, e, 0))->payload], node->payload)
				   ->rank > 0;
	case SX_TO_REAL: case SX_TO_INTEGER: case SX_NOEVENT: return sc_is_array(em, sx_arg(em->pool, e, 0));
	default: return false;
	}
}

const char *sc_buffer(sc_emitter *em, sx_type type, uint64_t count)
{
	const char *name = sb_printf(em->arena, "b%u", em->temps++);
	const char *ctype = sc_ctype(type);
	if (count < 1)
		count = 1;
	if (count <= ON_STACK) {
		sc_line(em, "%s %s[%llu];", ctype, name, (unsigned long long)count);
	} else {
		sc_line(em, "%s *%s = d->services->scratch(d, %lluULL);", ctype, name, (unsigned long long)count * 8);
		em->scratch = true;
	}
	em->plain = false;
	return name;
}

static ss_place place_at(const sc_emitter *em, const sm_variable *v, uint32_t element)
{
	return ss_place_of(em->plan, v->first + element);
}

static bool in_one_row(const sc_emitter *em, const sm_variable *v)
{
	for (uint32_t k = 0; k < v->count; k++) {
		ss_place p = place_at(em, v, k), first = place_at(em, v, 0);
		if (p.store == SS_NOWHERE || p.negated || p.store != first.store || p.index != first.index + k)
			return false;
	}
	return v->count > 0;
}

/* "r + 5": the elements where they are kept. */
static const char *row_pointer(sc_emitter *em, const sm_variable *v)
{
	sb_text text = {0};
	sb_add(&text, "(&");
	sc_put_place(em, place_at(em, v, 0), 0, &text);
	sb_addc(&text, ')');
	const char *kept = sb_strdup(em->arena, text.at);
	sb_text_free(&text);
	return kept;
}

/* The places of all elements, as sc_get and sc_set of the prelude read them. */
static void need_table(sc_emitter *em, uint32_t variable)
{
	const sm_variable *v = sm_var(em->model, variable);
	if (em->array_table[variable])
		return;
	em->array_table[variable] = 1;
	sb_addf(&em->out, "static const unsigned pl%u[] = {", variable);
	for (uint32_t k = 0; k < v->count; k++) {
		ss_place p = place_at(em, v, k);
		if (p.store == SS_NOWHERE)
			sc_trouble(em, "an element of '%s' has no place", v->name);
		sb_addf(&em->out, "%s%u%s", k ? "," : "", (p.index << 4) | ((unsigned)p.store << 1) | (unsigned)p.negated,
				k % 16 == 15 ? "\n" : "");
	}
	sb_add(&em->out, v->count ? "};\n" : "0};\n");
}

static const char *get_name(sx_type type)
{
	return type == SX_REAL      ? "sc_get"
		   : type == SX_STRING  ? "sc_get_string"
		   : type == SX_BOOLEAN ? "sc_get_boolean"
								: "sc_get_integer";
}

static void note_read_all(sc_emitter *em, const sm_variable *v)
{
	for (uint32_t k = 0; k < v->count; k++)
		if (place_at(em, v, k).store != SS_NOWHERE)
			em->read_in[sc_place_key(em->plan, place_at(em, v, k))] = em->epoch;
}

static const char *number_text(sc_emitter *em, uint64_t n)
{
	return sb_printf(em->arena, "%llu", (unsigned long long)n);
}

static sc_array array_of_variable(sc_emitter *em, uint32_t variable)
{
	const sm_variable *v = sm_var(em->model, variable);
	sc_array a = { .rank = v->rank, .known = v->count, .type = v->type, .count = number_text(em, v->count) };
	for (uint32_t k = 0; k < v->rank && k < 8; k++)
		a.dims[k] = number_text(em, v->shape[k]);
	note_read_all(em, v);
	if (in_one_row(em, v)) {
		a.pointer = row_pointer(em, v);
		return a;
	}
	need_table(em, variable);
	a.pointer = sc_buffer(em, v->type, v->count);
	sc_line(em, "for (int q = 0; q < %u; q++)", v->count);
	sc_line(em, "\t%s[q] = %s(d, pl%u[q]);", a.pointer, get_name(v->type), variable);
	return a;
}

static sc_array array_of_local(sc_emitter *em, uint32_t number)
{
	const sm_local *local = &em->function->locals.at[number];
	sc_array a = { .name = local->name, .lower = local->lower, .rank = local->rank, .known = 1, .type = local->type };
	sb_text count = {0};
	a.pointer = sc_local_row(em, number);
	for (uint32_t k = 0; k < local->rank && k < 8; k++) {
		if (local->dims[k] && sx_is_const(em->pool, local->dims[k])) {
			int64_t n = sx_int_value(em->pool, local->dims[k]);
			a.dims[k] = number_text(em, n < 0 ? 0 : (uint64_t)n);
			a.known = a.known == UINT32_MAX ? UINT32_MAX : a.known * (uint32_t)(n < 0 ? 0 : n);
		} else {
			a.dims[k] = sb_printf(em->arena, "v%u_n%u", number, k);
			a.known = UINT32_MAX;
		}
		sb_addf(&count, "%s%s", k ? "*" : "", a.dims[k]);
	}
	a.count = sb_printf(em->arena, "(%s)", count.at ? count.at : "1");
	sb_text_free(&count);
	return a;
}

static sc_array array_of_literal(sc_emitter *em, sx_ref e, sx_type type)
{
	uint32_t rank, n = sx_at(em->pool, e)->count;
	const uint32_t *shape = sx_shape(em->pool, e, &rank);
	sc_array a = { .rank = rank, .known = n, .type = type, .count = number_text(em, n) };
	for (uint32_t k = 0; k < rank && k < 8; k++)
		a.dims[k] = number_text(em, shape[k]);
	a.pointer = sc_buffer(em, type, n);
	for (uint32_t k = 0; k < n; k++) {
		sb_text value = {0};
		sc_put(em, sx_arg(em->pool, e, k), &value);
		sc_indent(em);
		sb_addf(em->at, "%s[%u] = ", a.pointer, k);
		sb_add(em->at, value.at ? value.at : "0");
		sb_add(em->at, ";\n");
		sb_text_free(&value);
	}
	return a;
}

static sc_array array_of_result(sc_emitter *em, sx_ref call, uint32_t which)
{
	const sm_local *local = sc_result(em->model->functions.at[sx_at(em->pool, call)->payload], which);
	bool known = true;
	sc_array a = { .rank = local->rank, .type = local->type };
	a.pointer = sb_printf(em->arena, "%s_%u", sc_call_results(em, call), which);
	a.known = (uint32_t)sc_local_count(em, local, &known);
	a.count = number_text(em, a.known);
	if (!known) {
		sb_text count = {0};
		for (uint32_t k = 0; k < local->rank && k < 8; k++) {
			a.dims[k] = sb_printf(em->arena, "%s_n%u", a.pointer, k);
			sb_addf(&count, "%s%s", k ? "*" : "(", a.dims[k]);
		}
		a.known = UINT32_MAX;
		a.count = sb_printf(em->arena, "%s)", count.at);
		sb_text_free(&count);
		return a;
	}
	for (uint32_t k = 0; k < local->rank && k < 8; k++) {
		int64_t n =
			local->dims[k] && sx_is_const(em->pool, local->dims[k]) ? sx_int_value(em->pool, local->dims[k]) : 0;
		a.dims[k] = number_text(em, n < 0 ? 0 : (uint64_t)n);
	}
	return a;
}

static sc_array nothing(sc_emitter *em, sx_type type)
{
	return (sc_array){ .pointer = sc_buffer(em, type, 1), .rank = 1, .dims = { "0" }, .count = "0", .type = type };
}

sc_array sc_put_array(sc_emitter *em, sx_ref e, sx_type type)
{
	const sx_node *node = sx_at(em->pool, e);
	sc_array a;
	if (!sc_is_array(em, e)) {
		sc_trouble(em, "a scalar stands in the place of an array");
		return nothing(em, type ? type : SX_REAL);
	}
	switch (node->op) {
	case SX_VAR: a = array_of_variable(em, node->payload); break;
	case SX_LOCAL: a = array_of_local(em, node->payload); break;
	case SX_ARRAY: a = array_of_literal(em, e, type ? type : (sx_type)node->type); break;
	case SX_CALL: a = array_of_result(em, e, 0); break;
	case SX_OUT: a = array_of_result(em, sx_arg(em->pool, e, 0), node->payload); break;
	default: a = sc_put_array(em, sx_arg(em->pool, e, 0), SX_NOTYPE); break;
	}
	if (a.rank > 8)
		sc_trouble(em, "an array of more than eight dimensions");
	if (type == SX_NOTYPE || (type == SX_REAL) == (a.type == SX_REAL) || em->failed)
		return a;
	const char *from = a.pointer;
	if (a.known == UINT32_MAX) {
		const char *name = sb_printf(em->arena, "b%u", em->temps++);
		sc_line(em, "%s *%s = d->services->scratch(d, 8ULL*%s + 8);", sc_ctype(type), name, a.count);
		em->scratch = true;
		a.pointer = name;
	} else {
		a.pointer = sc_buffer(em, type, a.known);
	}
	sc_line(em, "for (long long q = 0; q < %s; q++)", a.count);
	sc_line(em, "\t%s[q] = %s[q];", a.pointer, from);
	a.type = type;
	return a;
}

static bool inside(const sc_emitter *em, sx_ref subscript, const char *dim)
{
	if (!sx_is_const(em->pool, subscript) || dim[0] < '0' || dim[0] > '9')
		return false;
	int64_t k = sx_int_value(em->pool, subscript);
	return k >= 1 && (uint64_t)k <= strtoull(dim, NULL, 10);
}

static const char *subscripted(sc_emitter *em, const sc_array *array, const sx_ref *subscripts, uint32_t count)
{
	sb_text text = {0};
	if (count != array->rank || count > 8) {
		sc_trouble(em, "the number of subscripts is not that of the dimensions");
		return "0";
	}
	for (uint32_t k = 0; k < count; k++) {
		sb_text one = {0};
		if (inside(em, subscripts[k], array->dims[k])) {
			sb_addf(&one, "%lld", (long long)sx_int_value(em->pool, subscripts[k]) - 1);
		} else {
			sb_addf(&one, "sc_index(d, %d, ",
					sc_site_of_subscript(em, array->name, array->lower ? array->lower[k] : 1));
			em->plain = false;
			sc_put(em, subscripts[k], &one);
			sb_addf(&one, ", %s)", array->dims[k]);
		}
		if (k) {
			char *before = sb_strdup(em->arena, text.at);
			text.n = 0;
			sb_addf(&text, "(%s)*%s + ", before, array->dims[k]);
		}
		sb_add(&text, one.at);
		sb_text_free(&one);
	}
	const char *kept = sb_strdup(em->arena, text.at ? text.at : "0");
	sb_text_free(&text);
	return kept;
}

static const sx_ref *args_of(sc_emitter *em, sx_ref e, uint32_t first, uint32_t *count)
{
	uint32_t n = sx_at(em->pool, e)->count - first;
	sx_ref *args = sb_new_array(em->arena, sx_ref, n + 1);
	for (uint32_t i = 0; i < n; i++)
		args[i] = sx_arg(em->pool, e, first + i);
	*count = n;
	return args;
}

void sc_put_at(sc_emitter *em, sx_ref e, sb_text *out)
{
	uint32_t n;
	const sx_ref *subscripts = args_of(em, e, 1, &n);
	sc_array a = sc_put_array(em, sx_arg(em->pool, e, 0), SX_NOTYPE);
	const char *index = subscripted(em, &a, subscripts, n);
	sb_add(out, a.pointer);
	sb_addf(out, "[%s]", index);
}

/* The array that a subscripted VAR means, its elements not gathered: `table` where they do not lie in one row. */
static sc_array whole_of(sc_emitter *em, sx_ref e, bool *table)
{
	const sx_node *node = sx_at(em->pool, e);
	*table = false;
	if (node->op == SX_LOCAL)
		return array_of_local(em, node->payload);
	const sm_variable *v = sm_var(em->model, node->payload);
	sc_array a = { .name = v->name, .lower = v->lower, .rank = v->rank, .known = v->count, .type = v->type };
	for (uint32_t k = 0; k < v->rank && k < 8; k++)
		a.dims[k] = number_text(em, v->shape[k]);
	*table = !in_one_row(em, v);
	if (*table) {
		need_table(em, node->payload);
		a.pointer = sb_printf(em->arena, "pl%u", node->payload);
	} else {
		a.pointer = row_pointer(em, v);
	}
	note_read_all(em, v);
	return a;
}

void sc_put_var_at(sc_emitter *em, sx_ref e, sb_text *out)
{
	uint32_t n;
	bool table;
	const sx_ref *subscripts = args_of(em, e, 0, &n);
	sc_array a = whole_of(em, e, &table);
	const char *index = subscripted(em, &a, subscripts, n);
	if (table)
		sb_addf(out, "%s(d, %s[%s])", get_name(a.type), a.pointer, index);
	else
		sb_addf(out, "%s[%s]", a.pointer, index);
}

/* The number of the element that a subscripted VAR means goes into p<t>; the table of places is returned. */
const char *sc_places_at(sc_emitter *em, sx_ref var, uint32_t t)
{
	uint32_t n, variable = sx_at(em->pool, var)->payload;
	const sm_variable *v = sm_var(em->model, variable);
	sc_array a = { .name = v->name, .lower = v->lower, .rank = v->rank, .known = v->count, .type = v->type };
	const sx_ref *subscripts = args_of(em, var, 0, &n);
	for (uint32_t k = 0; k < v->rank && k < 8; k++)
		a.dims[k] = number_text(em, v->shape[k]);
	need_table(em, variable);
	sc_line(em, "const long long p%u = %s;", t, subscripted(em, &a, subscripts, n));
	return sb_printf(em->arena, "pl%u", variable);
}

/* Elements of a variable that routines or events set: does somebody else read one of them? */
static bool is_touched(const sc_emitter *em, sx_ref target)
{
	if (!em->announcing || sx_op_of(em->pool, target) != SX_VAR)
		return false;
	const sm_variable *v = sm_var(em->model, sx_at(em->pool, target)->payload);
	for (uint32_t k = 0; k < v->count; k++)
		if (place_at(em, v, k).store != SS_NOWHERE && sc_is_touched(em, place_at(em, v, k)))
			return true;
	return false;
}

/* One element, whose number is a C variable. */
static void assign_touching(sc_emitter *em, sx_ref target, const sc_array *a, bool table, const char *index,
							const char *value)
{
	const sm_variable *v = sm_var(em->model, sx_at(em->pool, target)->payload);
	ss_place first = place_at(em, v, 0);
	uint32_t base = sc_place_key(em->plan, first) - first.index;
	if (!table) {
		sc_assign_touching(em, a->type, sb_printf(em->arena, "%s[%s]", a->pointer, index), value,
						   sb_printf(em->arena, "%u + (int)%s", base + first.index, index));
		return;
	}
	sc_line(em, "sc_set%s(d, %s[%s], %s);", get_name(a->type) + 6, a->pointer, index, value);
	sc_line(em, "d->services->touch(d, %u + (%s[%s] >> 4));", base, a->pointer, index);
}

void sc_assign_at(sc_emitter *em, sx_ref target, const char *value)
{
	uint32_t n;
	bool table;
	const sx_ref *subscripts = args_of(em, target, 0, &n);
	sc_array a = whole_of(em, target, &table);
	const char *index = subscripted(em, &a, subscripts, n);
	em->stamp++;
	if (em->frame && sx_op_of(em->pool, target) == SX_LOCAL)
		value = sc_kept_text(em, a.type, value);
	if (is_touched(em, target)) {
		uint32_t t = em->temps++;
		sc_line(em, "const long long q%u_at = %s;", t, index);
		assign_touching(em, target, &a, table, sb_printf(em->arena, "q%u_at", t), value);
		return;
	}
	sc_indent(em);
	if (table)
		sb_addf(em->at, "sc_set%s(d, %s[%s], ", get_name(a.type) + 6, a.pointer, index);
	else
		sb_addf(em->at, "%s[%s] = ", a.pointer, index);
	sb_add(em->at, value);
	sb_add(em->at, table ? ");\n" : ";\n");
}

void sc_assign_array(sc_emitter *em, sx_ref target, const char *pointer)
{
	bool table;
	sc_array a = whole_of(em, target, &table);
	const char *count = a.count ? a.count : number_text(em, a.known), *value = sb_printf(em->arena, "%s[q]", pointer);
	em->stamp++;
	if (em->frame && sx_op_of(em->pool, target) == SX_LOCAL)
		value = sc_kept_text(em, a.type, value);
	if (is_touched(em, target)) {
		sc_line(em, "for (long long q = 0; q < %s; q++) {", count);
		em->level++;
		assign_touching(em, target, &a, table, "q", value);
		em->level--;
		sc_line(em, "}");
		return;
	}
	sc_line(em, "for (long long q = 0; q < %s; q++)", count);
	if (table)
		sc_line(em, "\tsc_set%s(d, %s[q], %s);", get_name(a.type) + 6, a.pointer, value);
	else
		sc_line(em, "\t%s[q] = %s;", a.pointer, value);
}
