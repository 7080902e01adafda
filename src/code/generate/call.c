/* Calls of functions. In C a function of the model takes its arguments (arrays as pointers, row by row), then pointers
 * to its results; a function with one scalar result returns it, so that its call is part of a formula. A function with
 * very many of them (records come as their fields) takes a struct with the same names instead: compilers have bounds
 * for one call. */
#include "code/generate/generate.h"

#include <string.h>

enum { ARGUMENTS_MOST = 100 };

const sm_local *sc_result(const sm_function *f, uint32_t which)
{
	static const sm_local none = { .name = "", .type = SX_REAL };
	return which < f->results && f->args + which < f->locals.n ? &f->locals.at[f->args + which] : &none;
}

bool sc_result_returned(const sm_function *f)
{
	return f->results == 1 && sc_result(f, 0)->rank == 0;
}

uint64_t sc_local_count(const sc_emitter *em, const sm_local *local, bool *known)
{
	uint64_t count = 1;
	for (uint32_t k = 0; k < local->rank; k++) {
		if (!local->dims[k] || !sx_is_const(em->pool, local->dims[k])) {
			*known = false;
			return 0;
		}
		int64_t n = sx_int_value(em->pool, local->dims[k]);
		count *= n < 0 ? 0 : (uint64_t)n;
	}
	return count;
}

bool sc_is_packed(const sm_function *f)
{
	return f->args + (sc_result_returned(f) ? 0 : f->results) > ARGUMENTS_MOST;
}

/* The arguments, each with ", " before it; those of a packed one are assigned to the struct of this name. */
static void put_arguments(sc_emitter *em, const sm_function *f, sx_ref call, const char *pack, sb_text *out)
{
	uint32_t n = sx_at(em->pool, call)->count;
	if (n != f->args) {
		sc_trouble(em, "the function '%s' is called with %u arguments and has %u", f->name, n, f->args);
		return;
	}
	for (uint32_t i = 0; i < n; i++) {
		const sm_local *local = &f->locals.at[i];
		sx_ref arg = sx_arg(em->pool, call, i);
		sb_text value = {0};
		if (local->rank == 0) {
			sc_put(em, arg, &value);
		} else {
			bool known = true;
			sc_array a = sc_put_array(em, arg, local->type);
			uint64_t count = sc_local_count(em, local, &known);
			if (known && a.known != UINT32_MAX && a.known != count)
				sc_trouble(em, "argument '%s' of '%s' has %u elements, not %llu", local->name, f->name, a.known,
					(unsigned long long)count);
			sb_add(&value, a.pointer);
		}
		if (pack)
			sc_line(em, "%s.v%u = %s;", pack, i, value.at ? value.at : "0");
		else
			sb_addf(out, ", %s", value.at ? value.at : "0");
		sb_text_free(&value);
	}
	if (pack)
		sb_addf(out, ", &%s", pack);
}

/* The struct for the arguments of one call. NULL: it needs none. */
static const char *open_pack(sc_emitter *em, uint32_t number)
{
	if (!sc_is_packed(em->model->functions.at[number]))
		return NULL;
	const char *pack = sb_printf(em->arena, "pack%u", em->temps++);
	sc_line(em, "struct p%u %s;", number, pack);
	return pack;
}

/* Where the results go. */
static void put_results(sc_emitter *em, const sm_function *f, const char *name, const char *pack, sb_text *out)
{
	for (uint32_t k = 0; k < f->results && !sc_result_returned(f); k++) {
		bool array = sc_result(f, k)->rank != 0;
		if (pack)
			sc_line(em, "%s.%c%u = %s%s_%u;", pack, array ? 'v' : 'o', f->args + k, array ? "" : "&", name, k);
		else
			sb_addf(out, ", %s%s_%u", array ? "" : "&", name, k);
	}
}

static bool checked(sc_emitter *em, sx_ref call)
{
	if (sx_op_of(em->pool, call) == SX_CALL && sx_at(em->pool, call)->payload < em->model->functions.n)
		return true;
	sc_trouble(em, "something is called that is not a function");
	return false;
}

/* What fails inside a function is reported with the equation that called it. */
static void begin_call(sc_emitter *em)
{
	em->may_fail = true;
	em->plain = false;
	if (em->function && !em->frame)
		return;
	int site = sc_site_here(em);
	if (em->level == em->base && em->caller == site && em->caller_epoch == em->epoch)
		return;
	sc_line(em, "d->caller = %d;", site);
	em->caller = em->level == em->base ? site : -1;
	em->caller_epoch = em->epoch;
}

/* Room for a result whose sizes are arguments of the call. */
static void take_room(sc_emitter *em, const sm_function *f, sx_ref call, uint32_t which, const char *name)
{
	const sm_local *local = sc_result(f, which);
	sb_text count = {0};
	for (uint32_t j = 0; j < local->rank; j++) {
		const sx_node *dim = sx_at(em->pool, local->dims[j]);
		sb_text n = {0};
		if (dim->op == SX_LOCAL && dim->payload < f->args)
			sc_put(em, sx_arg(em->pool, call, dim->payload), &n);
		else if (dim->op == SX_CONST)
			sb_addf(&n, "%lld", (long long)sx_int_value(em->pool, local->dims[j]));
		else
			sc_trouble(em, "the size of result '%s' of '%s' is not known", local->name, f->name);
		sc_line(em, "const long long %s_%u_n%u = sc_count(d, %d, %s);", name, which, j, sc_site_here(em),
				n.at ? n.at : "0");
		sb_addf(&count, "*%s_%u_n%u", name, which, j);
		sb_text_free(&n);
	}
	sc_line(em, "%s *%s_%u = d->services->scratch(d, 8ULL%s + 8);", sc_ctype(local->type), name, which, count.at);
	em->scratch = true;
	em->plain = false;
	sb_text_free(&count);
}

const char *sc_call_results(sc_emitter *em, sx_ref call)
{
	const char *known = sc_name_known(em, call);
	if (known)
		return known;
	if (!checked(em, call))
		return "c";
	uint32_t number = sx_at(em->pool, call)->payload;
	const sm_function *f = em->model->functions.at[number];
	sb_text args = {0};
	begin_call(em);
	const char *pack = open_pack(em, number);
	put_arguments(em, f, call, pack, &args);
	const char *name = sb_printf(em->arena, "c%u", em->temps++);
	for (uint32_t k = 0; k < f->results; k++) {
		const sm_local *local = sc_result(f, k);
		bool fixed = true;
		uint64_t count = sc_local_count(em, local, &fixed);
		if (!fixed) {
			take_room(em, f, call, k, name);
			continue;
		}
		if (local->rank == 0)
			sc_line(em, "%s %s_%u;", sc_ctype(local->type), name, k);
		else
			sc_line(em, "%s *%s_%u = %s;", sc_ctype(local->type), name, k, sc_buffer(em, local->type, count));
	}
	put_results(em, f, name, pack, &args);
	sc_indent(em);
	if (sc_result_returned(f))
		sb_addf(em->at, "%s_0 = ", name);
	sb_addf(em->at, "f%u(d%s);\n", number, args.at ? args.at : "");
	sb_text_free(&args);
	if (!sc_result_returned(f))
		sc_name(em, call, name);
	return name;
}

void sc_put_call(sc_emitter *em, sx_ref call, uint32_t which, sb_text *out)
{
	if (!checked(em, call)) {
		sb_addc(out, '0');
		return;
	}
	uint32_t number = sx_at(em->pool, call)->payload;
	const sm_function *f = em->model->functions.at[number];
	if (which >= f->results || sc_result(f, which)->rank) {
		sc_trouble(em, "the result of '%s' is not a number", f->name);
		sb_addc(out, '0');
		return;
	}
	if (!sc_result_returned(f)) {
		sb_addf(out, "%s_%u", sc_call_results(em, call), which);
		return;
	}
	const char *known = sc_name_known(em, call);
	if (known) {
		sb_add(out, known);
		return;
	}
	sb_text args = {0};
	begin_call(em);
	put_arguments(em, f, call, open_pack(em, number), &args);
	sb_addf(out, "f%u(d", number);
	sb_add(out, args.at ? args.at : "");
	sb_addc(out, ')');
	sb_text_free(&args);
}
