/* Where did the NaN come from? The accounts of the whole image are gone through in the order of the steps, with the
 * values that the code has computed at the present time and states; the first step whose value is not finite although
 * everything it reads is finite holds the fault, and inside of its formula the smallest operation of which the same is
 * true. Branches that are not taken are not looked at. */
#include "code/runtime/runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t NONE = UINT32_MAX;

typedef struct search {
	sc_run *run;
	const si_image *image;         /* whole */
	uint32_t iterators[SI_RANK_MOST], count; int64_t at[SI_RANK_MOST];     /* the point of a family that is looked at */
	const si_domain *domain;
	/* the formula that is looked into, and the values of its operations */
	const si_formula_row *formula; const si_operation *operations; si_value *values;
	uint32_t found;                /* the operation at fault; NONE */
	uint32_t depth;
	bool deep;                     /* also inside of what is finite */
} search;

static search begin(sc_run *run)
{
	return (search){ .run = run, .image = sc_whole(run), .found = NONE };
}

static void end(search *s)
{
	sb_put_back(s->values);
}

static si_reading reading_of(const search *s)
{
	return (si_reading){ sc_read_anything, &s->run->d, s->iterators, s->at, s->count };
}

static bool value_of(const search *s, si_formula formula, si_value *out)
{
	si_reading reading = reading_of(s);
	return si_evaluate(s->image, formula, &reading, out);
}

/* The values of all operations of a formula, at the point of the family. */
static void open(search *s, si_formula formula)
{
	si_reading reading = reading_of(s);
	s->formula = &s->image->formulas.at[formula];
	s->operations = &s->image->operations.at[s->formula->first];
	s->values = sb_draw(s->values, (s->formula->n + 1) * sizeof *s->values);
	s->found = NONE;
	si_evaluate_each(s->image, formula, &reading, s->values);
}

static bool is_known(const search *s, uint32_t k)
{
	return s->values[k].type != SI_NOTYPE;
}

static bool is_finite(const si_value *v)
{
	return v->type != SI_TYPE_REAL || isfinite(v->real);
}

static double number_of(const si_value *v)
{
	return v->type == SI_TYPE_REAL ? v->real : (double)v->integer;
}

static const uint32_t *arguments_of(const search *s, uint32_t k)
{
	return &s->image->numbers.at[s->operations[k].first];
}

/* ----------------------------------------------------------------------------------------- the operation at fault */

/* Operands of an operation that are operations, in the order of the text. Of an element of an array these come before
 * the subscripts, of a reduction the iterator is none. */
static uint32_t operand_at(const search *s, uint32_t k, uint32_t i)
{
	const si_operation *o = &s->operations[k];
	if (o->op == SX_AT)
		i = (i + o->rank) % o->count;
	return si_is_reduction(o->op) && i == 2 ? NONE : arguments_of(s, k)[i];
}

static bool is_leaf(uint32_t op)
{
	return op == SX_VAR || op == SX_DER || op == SX_PRE;
}

/* Goes down to the smallest operation that is not finite of finite operands. False: it is all finite, or not known. */
static bool look(search *s, uint32_t k)
{
	const si_operation *o = &s->operations[k];
	bool known = is_known(s, k), good = known && is_finite(&s->values[k]), inside = false;
	if ((good && !s->deep) || s->depth > 2000 || is_leaf(o->op))
		return false;
	s->depth++;
	if (o->op == SX_IF) {
		const uint32_t *a = arguments_of(s, k);
		bool chosen = is_known(s, a[0]);
		inside = s->deep && look(s, a[0]);
		inside = inside || (chosen && look(s, a[s->values[a[0]].integer ? 1 : 2]));
	} else {
		for (uint32_t i = 0; i < o->count && !inside; i++)
			inside = operand_at(s, k, i) != NONE && look(s, operand_at(s, k, i));
		if (!inside && o->count > 0 && known && !good) {
			s->found = k;
			inside = true;
		}
	}
	s->depth--;
	return inside;
}

/* ------------------------------------------------------------------------------------------------------- leaves */

/* The variable that a derivative or a left limit is of, if it stands before it. */
static uint32_t variable_of(const search *s, uint32_t k)
{
	const si_operation *o = &s->operations[k];
	uint32_t scalar = o->op == SX_PRE ? s->image->pres.at[o->payload].scalar : o->payload;
	for (uint32_t i = k; i-- > 0;) {
		const si_operation *v = &s->operations[i];
		if (v->op != SX_VAR || v->payload != scalar || v->count != (o->op == SX_PRE ? 0 : o->count))
			continue;
		if (!v->count || memcmp(arguments_of(s, i), arguments_of(s, k), v->count * sizeof(uint32_t)) == 0)
			return i;
	}
	return NONE;
}

/* Which operations an operation is made of, itself included. */
static bool *parts_of(const search *s, uint32_t k)
{
	bool *part = sb_draw(NULL, s->formula->n + 1);
	memset(part, 0, s->formula->n + 1);
	for (part[k] = true, k++; k-- > 0;) {
		const si_operation *o = &s->operations[k];
		uint32_t of = part[k] && (o->op == SX_DER || o->op == SX_PRE) ? variable_of(s, k) : NONE;
		if (of != NONE)
			part[of] = true;
		for (uint32_t i = 0; part[k] && i < o->count; i++)
			if (operand_at(s, k, i) != NONE)
				part[operand_at(s, k, i)] = true;
	}
	return part;
}

/* The scalar that a variable is at this point of a family; NONE: it is not known. */
static uint32_t scalar_at(const search *s, uint32_t k)
{
	const si_operation *o = &s->operations[k];
	const uint32_t *arguments = arguments_of(s, k);
	uint32_t element = 0;
	if (!o->count)
		return o->payload;
	const si_variable *v = si_var(s->image, o->payload);
	for (uint32_t d = 0; d < v->rank; d++) {
		const si_value *subscript = &s->values[arguments[d]];
		uint32_t size = s->image->numbers.at[v->shape + d];
		if (subscript->type == SI_NOTYPE || subscript->integer < 1 || subscript->integer > size)
			return NONE;
		element = element * size + (uint32_t)(subscript->integer - 1);
	}
	return v->first + element;
}

/* With its subscripts as they are at this point of a family. */
static void print_leaf(const search *s, uint32_t k, sb_text *out)
{
	uint32_t op = s->operations[k].op;
	uint32_t scalar = s->count && (op == SX_VAR || op == SX_DER) ? scalar_at(s, k) : NONE;
	if (scalar == NONE) {
		si_print_operation(s->image, s->formula->first + k, out);
		return;
	}
	sb_add(out, op == SX_DER ? "der(" : "");
	si_scalar_name(s->image, scalar, out);
	sb_add(out, op == SX_DER ? ")" : "");
}

/* What an operation reads, and whether all of it is finite. */
typedef struct leaves { bool all_finite; sb_text text; uint32_t shown; } leaves;

static void see_leaf(const search *s, uint32_t k, leaves *l)
{
	const si_value *value = &s->values[k];
	if ((!is_leaf(s->operations[k].op) && s->operations[k].op != SX_TIME) || !is_known(s, k))
		return;
	l->all_finite &= is_finite(value);
	if (value->type == SI_TYPE_STRING || l->shown >= 8)
		return;
	sb_text name = {0};
	char number[32];
	print_leaf(s, k, &name);
	sb_real_text(number, number_of(value));
	sb_addf(&l->text, "%s%s = %s", l->shown++ ? ", " : "", name.at ? name.at : "?", number);
	sb_text_free(&name);
}

static leaves leaves_of(const search *s, uint32_t k)
{
	leaves l = { .all_finite = true };
	bool *part = parts_of(s, k);
	for (uint32_t i = 0; i <= k; i++)
		if (part[i])
			see_leaf(s, i, &l);
	sb_put_back(part);
	return l;
}

/* -------------------------------------------------------------------------------------------------------- words */

static const char *point_text(const search *s, sb_arena *arena)
{
	const char *text = "";
	for (uint32_t k = 0; k < s->count; k++)
		text = sb_printf(arena, "%s%s %s = %lld", text, k ? "," : " for", si_word(s->image, s->domain[k].name),
						 (long long)s->at[k]);
	return text;
}

static const char *text_of(const search *s, sb_arena *arena, uint32_t k)
{
	sb_text text = {0};
	si_print_operation(s->image, s->formula->first + k, &text);
	char *kept = sb_strdup(arena, text.at ? text.at : "?");
	sb_text_free(&text);
	return kept;
}

static const char *operand(const search *s, sb_arena *arena, uint32_t k)
{
	char number[32] = "?";
	if (is_known(s, k))
		sb_real_text(number, number_of(&s->values[k]));
	if (s->operations[k].op == SX_CONST)
		return sb_strdup(arena, number);
	return sb_printf(arena, "%s = %s", text_of(s, arena, k), number);
}

typedef struct verdict { const char *code, *what, *help; } verdict;

/* About the operation at fault. */
static verdict judge(const search *s, sb_arena *arena)
{
	const si_operation *o = &s->operations[s->found];
	uint32_t a = operand_at(s, s->found, 0), b = o->count > 1 ? operand_at(s, s->found, 1) : NONE;
	const char *whole = text_of(s, arena, s->found);
	if ((o->op == SX_DIV || o->op == SX_QUOT || o->op == SX_MOD || o->op == SX_REM) && is_known(s, b) &&
		number_of(&s->values[b]) == 0)
		return (verdict){ "R0301", sb_printf(arena, "division by zero in '%s': %s", whole, operand(s, arena, b)),
			si_word(s->image, s->image->help.division) };
	const char *with = operand(s, arena, a);
	if (b != NONE)
		with = sb_printf(arena, "%s and %s", with, operand(s, arena, b));
	if (o->op == SX_SQRT || o->op == SX_LOG || o->op == SX_LOG10 || o->op == SX_ASIN || o->op == SX_ACOS ||
		o->op == SX_POW) {
		const char *how = isnan(s->values[s->found].real) ? "not defined" : "infinite";
		return (verdict){ "R0302", sb_printf(arena, "'%s' is %s for %s", whole, how, with),
			si_word(s->image, s->image->help.range) };
	}
	return (verdict){ "R0303", sb_printf(arena, "'%s' is not a finite number for %s", whole, with),
		"the values have grown beyond all bounds: check signs, units and the step size" };
}

/* About the formula that is open, or the operation in it that was found. */
static void report(const search *s, sb_span span, si_text component, const char *doing)
{
	sb_arena *arena = sb_arena_new();
	verdict v = { "R0304", NULL, "check what the function gives for these arguments" };
	uint32_t last = s->formula->n - 1;
	if (s->found != NONE)
		v = judge(s, arena);
	else
		v.what = sb_printf(arena, "'%s' is not a finite number", text_of(s, arena, last));
	const char *in = component ? sb_printf(arena, " (component %s)", si_word(s->image, component)) : "";
	sb_message *message = sb_report(s->run->diag, SB_ERROR, v.code, span, "%s at time %.9g%s%s", v.what, s->run->d.time,
		point_text(s, arena), in);
	si_show_component(s->image, component ? si_word(s->image, component) : NULL, span, message);
	leaves l = leaves_of(s, s->found != NONE ? s->found : last);
	if (doing && *doing)
		sb_note(message, l.text.at ? "while %s, with %s" : "while %s", doing, l.text.at ? l.text.at : "");
	else if (l.text.at)
		sb_note(message, "with %s", l.text.at);
	sb_help(message, "%s", v.help);
	sb_text_free(&l.text);
	sb_arena_free(arena);
}

/* --------------------------------------------------------------------------------------------------------- search */

/* A formula that is not finite of finite values, or (`stored` not finite) whose call gave something that is not. */
static bool check(search *s, si_formula formula, double stored, const si_account *where, const char *doing)
{
	si_value value;
	if (!formula)
		return false;
	bool known = value_of(s, formula, &value);
	if (known ? is_finite(&value) : isfinite(stored))
		return false;
	open(s, formula);
	leaves l = leaves_of(s, s->formula->n - 1);
	sb_text_free(&l.text);
	if (!l.all_finite)
		return false;
	if (known)
		look(s, s->formula->n - 1);
	report(s, where->span, where->component, doing);
	return true;
}

static bool check_each(search *s, si_range formulas, const si_account *where, const char *doing)
{
	for (uint32_t k = 0; k < formulas.n; k++)
		if (check(s, s->image->numbers.at[formulas.first + k], 0, where, doing))
			return true;
	return false;
}

static double stored_value(const search *s, si_formula target)
{
	si_value value;
	return target && value_of(s, target, &value) && value.type == SI_TYPE_REAL ? value.real : 0;
}

static bool check_list(search *s, si_range accounts, uint8_t phases, const char *doing);

static bool check_loop(search *s, const si_account *a, const char *doing)
{
	const si_loop_account *b = &s->image->loop_accounts.at[a->loop - 1];
	return check_each(s, b->matrix, a, doing) || check_each(s, b->rhs, a, doing) ||
		   check_list(s, b->inner, 0, doing) || check_each(s, b->residuals, a, doing);
}

/* The first point of a family at which something is wrong. */
static bool check_family(search *s, const si_account *a, const char *doing)
{
	bool found = false;
	s->count = a->domain.n;
	s->domain = &s->image->domains.at[a->domain.first];
	for (uint32_t k = 0; k < s->count; k++) {
		s->iterators[k] = s->domain[k].iterator;
		s->at[k] = s->domain[k].from;
	}
	for (uint32_t d = 0; d != UINT32_MAX && !found;) {
		found = check(s, a->value, stored_value(s, a->target), a, doing);
		for (d = s->count; d-- > 0;) {
			if (++s->at[d] <= s->domain[d].to)
				break;
			s->at[d] = s->domain[d].from;
		}
	}
	s->count = 0;
	return found;
}

static bool check_targets(search *s, const si_account *a, const char *doing)
{
	for (uint32_t k = 0; k < a->targets.n; k++) {
		si_formula target = s->image->numbers.at[a->targets.first + k];
		if (isfinite(stored_value(s, target)))
			continue;
		open(s, target);
		report(s, a->span, a->component, doing);
		return true;
	}
	return false;
}

static bool check_account(search *s, const si_account *a, const char *doing)
{
	if (a->loop)
		return check_loop(s, a, doing);
	if (a->domain.n)
		return check_family(s, a, doing);
	if (a->several)
		return check_targets(s, a, doing);
	return check(s, a->value, stored_value(s, a->target), a, doing);
}

static bool check_list(search *s, si_range accounts, uint8_t phases, const char *doing)
{
	for (uint32_t k = 0; k < accounts.n; k++) {
		const si_account *a = &s->image->accounts.at[accounts.first + k];
		if ((phases == 0 || (a->phases & phases)) && check_account(s, a, doing))
			return true;
	}
	return false;
}

static bool check_all(search *s, enum si_account_list list, uint8_t phases, const char *doing)
{
	return check_list(s, s->image->account_lists.at[list], phases, doing);
}

/* -------------------------------------------------------------------------------------------------------- questions */

/* Does anything in it have no value, in branches that are not taken, too? If not, the whole image is not needed. */
static bool is_suspicious(const sc_data *d, si_formula formula)
{
	const si_image *image = sc_run_of(d)->program->image;
	si_reading reading = { .leaf = sc_read_anything, .context = d };
	uint32_t n = image->formulas.at[formula].n;
	si_value *values = sb_draw(NULL, (n + 1) * sizeof *values);
	bool good = true;
	si_evaluate_each(image, formula, &reading, values);
	for (uint32_t k = 0; k < n && good; k++)
		good = is_finite(&values[k]);
	sb_put_back(values);
	return !good;
}

bool sc_report_undefined(sc_data *d, si_formula formula, sb_span span, const char *doing)
{
	if (!is_suspicious(d, formula))
		return false;
	search s = begin(sc_run_of(d));
	s.deep = true;
	open(&s, formula);
	bool found = look(&s, s.formula->n - 1);
	if (found)
		report(&s, span, 0, doing);
	end(&s);
	return found;
}

const char *sc_undefined_in(sc_data *d, sb_arena *arena, si_formula formula)
{
	if (!is_suspicious(d, formula))
		return NULL;
	search s = begin(sc_run_of(d));
	s.deep = true;
	open(&s, formula);
	const char *what = look(&s, s.formula->n - 1) ? judge(&s, arena).what : NULL;
	end(&s);
	return what;
}

bool sc_report_initial_guards(sc_data *d, const char *doing)
{
	sc_run *run = sc_run_of(d);
	const si_image *image = run->program->image;
	si_reading reading = { .leaf = sc_read_anything, .context = d };
	bool good = true;
	for (uint32_t k = 0; k < image->initial_guards.n && good; k++) {
		si_value v;
		good = !si_evaluate(image, image->initial_guards.at[k], &reading, &v) || is_finite(&v);
	}
	if (good)
		return false;
	search s = begin(run);
	bool found = check_all(&s, SI_OF_INITIAL_GUARDS, 0, doing);
	end(&s);
	return found;
}

static bool check_run(search *s, const char *doing)
{
	sc_data *d = &s->run->d;
	if (check_all(s, SI_OF_PARAMETERS, 0, doing))
		return true;
	if (d->initial && check_all(s, SI_OF_INITIAL, 0, doing))
		return true;
	for (uint32_t k = 0; k < s->image->states; k++)
		if (!isfinite(d->x[k]))
			return false;        /* the states themselves: nothing computed here is at fault */
	if (!d->initial && !d->failed) {
		sc_functions_of(s->run->program)->rates(d);
		d->failed = 0;
	}
	return check_all(s, SI_OF_RUN, SI_RATES, doing) || check_all(s, SI_OF_RUN, SI_WATCH, doing) ||
		   check_all(s, SI_OF_RUN, 0, doing) || check_all(s, SI_OF_GUARDS, 0, doing);
}

bool sc_report_not_finite(sc_data *d, const char *doing)
{
	search s = begin(sc_run_of(d));
	bool found = check_run(&s, doing);
	end(&s);
	return found;
}
