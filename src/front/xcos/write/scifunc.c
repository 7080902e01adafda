/* Blocks whose function is text of Scilab: scifunc_block_m. The parameters are list(texts, list(output, derivatives,
 * states, events, begin, end, ...)). The statements of the outputs, of the derivatives xd and of the discrete states z
 * become an algorithm of a class of their own, in which each expression is a matrix expression:
 *
 *     y1 = sin(u1) + z      y1 := matrixExpression("sin(u1) + u3", u1, u2, ...)
 *
 * Assignments and `if` are known. What else is said is a message (X0045). */
#include "front/xcos/write/xcos_write.h"

#include <ctype.h>
#include <string.h>

enum { OUTPUT, DERIVATIVES, STATES, EVENTS };

typedef struct function_text {
	xc_sheet *s;
	xc_part *p;
	const char *at;
	sb_text arguments; /* , u1, u2, ...: what the expressions may read, in this order */
	sb_strings names;
	int deep;
	bool good;
} function_text;

static void complain(function_text *f, const char *why)
{
	if (f->good)
		sb_help(xc_complain(f->s, f->p, "X0045", "its function in Scilab has what is not known here: %s", why),
				"assignments and 'if' are known; a class of Modelica (MBLOCK) can say the rest");
	f->good = false;
}

static void add_name(function_text *f, const char *name)
{
	sb_push(f->s->arena, f->names, name);
	sb_addf(&f->arguments, ", %s", name);
}

static void blanks(function_text *f)
{
	for (;;)
		if (isspace((unsigned char)*f->at) || *f->at == ';' || *f->at == ',')
			f->at++;
		else if (strncmp(f->at, "//", 2) == 0)
			f->at += strcspn(f->at, "\n");
		else
			return;
}

static size_t word_length(const char *at)
{
	size_t n = 0;
	while (isalnum((unsigned char)at[n]) || at[n] == '_' || (n == 0 && at[n] == '%'))
		n++;
	return n;
}

static bool keyword(function_text *f, const char *word)
{
	blanks(f);
	if (word_length(f->at) != strlen(word) || strncmp(f->at, word, strlen(word)) != 0)
		return false;
	f->at += strlen(word);
	return true;
}

/* A name of Scilab as one of a matrix expression. */
static void add_word(function_text *f, sb_text *out, const char *word, size_t n)
{
	for (uint32_t i = 0; i < f->names.n; i++)
		if (strlen(f->names.at[i]) == n && strncmp(f->names.at[i], word, n) == 0) {
			sb_addf(out, "u%u", i + 1);
			return;
		}
	if (n == 6 && strncmp(word, "matrix", n) == 0)
		sb_add(out, "reshape");
	else
		sb_addf(out, "%.*s", (int)(*word == '%' ? n - 1 : n), *word == '%' ? word + 1 : word);
}

/* What stands up to the end of the statement, as a matrix expression. */
static void expression(function_text *f, sb_text *out, const char *until)
{
	int brackets = 0;
	sb_add(out, "matrixExpression(\"");
	for (; *f->at && !(brackets == 0 && strchr(";\n", *f->at)); ) {
		size_t n = word_length(f->at);
		if (until && n == strlen(until) && strncmp(f->at, until, n) == 0)
			break;
		if (n > 0 && !isdigit((unsigned char)*f->at)) {
			if (n == 11 && strncmp(f->at, "scicos_time", n) == 0) {
				f->at += 11 + strspn(f->at + 11, "() ");
				add_word(f, out, "t", 1);
				continue;
			}
			add_word(f, out, f->at, n);
			f->at += n;
			continue;
		}
		brackets += (*f->at == '(' || *f->at == '[') - (*f->at == ')' || *f->at == ']');
		if (brackets == 0 && *f->at == ',')
			break;
		sb_addf(out, *f->at == '"' || *f->at == '\\' ? "\\%c" : "%c", *f->at);
		f->at++;
	}
	sb_addf(out, "\"%s)", f->arguments.at);
}

static void statements(function_text *f, sb_text *out, const char *kind);

static void if_statement(function_text *f, sb_text *out, const char *kind)
{
	sb_add(out, "      if sum(");
	for (bool more = true; more && f->good;) {
		expression(f, out, "then");
		keyword(f, "then");
		sb_add(out, ") > 0.5 then\n");
		statements(f, out, kind);
		more = keyword(f, "elseif");
		if (more)
			sb_add(out, "      elseif sum(");
	}
	if (f->good && keyword(f, "else")) {
		sb_add(out, "      else\n");
		statements(f, out, kind);
	}
	if (!keyword(f, "end"))
		complain(f, "an 'if' without 'end'");
	sb_add(out, "      end if;\n");
}

/* Is it a name that this part of the function may set? */
static bool may_set(const char *word, size_t n, const char *kind)
{
	return strncmp(word, kind, strlen(kind)) == 0 && (n == strlen(kind) || (*kind == 'y' && n <= 3));
}

static void assignment(function_text *f, sb_text *out, const char *kind)
{
	size_t n = word_length(f->at);
	const char *word = f->at;
	f->at += n;
	f->at += strspn(f->at, " \t");
	if (n == 0 || *f->at != '=' || f->at[1] == '=' || !may_set(word, n, kind)) {
		complain(f, sb_strndup(f->s->arena, word, strcspn(word, "\n")));
		return;
	}
	f->at++;
	f->at += strspn(f->at, " \t");
	if (strncmp(f->at, "[]", 2) == 0) { /* there is none */
		f->at += 2;
		return;
	}
	sb_addf(out, "      %.*s := ", (int)n, word);
	expression(f, out, NULL);
	sb_add(out, ";\n");
}

/* Up to the end, or to a word that ends a branch. */
static void statements(function_text *f, sb_text *out, const char *kind)
{
	static const char *const ends[] = {"end", "else", "elseif"};
	static const char *const strange[] = {"for", "while", "select", "function"};
	if (++f->deep > 50)
		complain(f, "statements nested too deeply");
	for (blanks(f); *f->at && f->good; blanks(f)) {
		const char *at = f->at;
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
			if (keyword(f, ends[i])) {
				f->at = at;
				f->deep--;
				return;
			}
		for (size_t i = 0; i < sizeof strange / sizeof *strange; i++)
			if (keyword(f, strange[i]))
				complain(f, strange[i]);
		if (keyword(f, "if"))
			if_statement(f, out, kind);
		else if (f->good)
			assignment(f, out, kind);
	}
	f->deep--;
}

/* The statements of one part of the function. */
static void part_of(function_text *f, const xc_value *texts, uint32_t which, const char *kind, sb_text *out)
{
	const xc_value *v = texts && which < texts->items ? texts->item[which] : NULL;
	sb_text whole = {0};
	for (uint32_t i = 0; v && v->kind == XC_TEXT && i < xc_count(v); i++)
		sb_addf(&whole, "%s\n", v->text[i]);
	f->at = whole.n > 0 ? whole.at : "";
	statements(f, out, kind);
	sb_text_free(&whole);
}

/* Ports, and what the expressions may read. */
static void declare(function_text *f, sb_text *out, uint32_t states, uint32_t discrete)
{
	const xc_block *b = f->p->block;
	for (uint32_t i = 0; i < b->inputs; i++) {
		xc_size z = xc_size_of(f->s, b->input[i]);
		sb_addf(out, "    Saltus.Xcos.Interfaces.SignalIn u%u[%d, %d];\n", i + 1, z.rows, z.columns);
		add_name(f, sb_printf(f->s->arena, "u%u", i + 1));
	}
	for (uint32_t i = 0; i < b->outputs; i++) {
		xc_size z = xc_size_of(f->s, b->output[i]);
		sb_addf(out, "    Saltus.Xcos.Interfaces.SignalOut y%u[%d, %d]%s;\n", i + 1, z.rows, z.columns,
				b->events_in > 0 ? "(each start=0, each fixed=true)" : "");
	}
	if (b->events_in > 0)
		sb_add(out, "    Saltus.Xcos.Interfaces.ActivationIn e;\n");
	add_name(f, "t");
	if (states > 0)
		add_name(f, "x");
	if (discrete > 0)
		add_name(f, "z");
}

static const xc_value *value_of(function_text *f, const xc_value *texts, uint32_t k)
{
	const char *why;
	xc_value *v = texts->kind == XC_TEXT && k < xc_count(texts) ? xc_evaluate(f->s->scope, texts->text[k], &why) : NULL;
	return v && v->kind == XC_NUMBER && !v->im ? v : xc_matrix(f->s->arena, XC_NUMBER, 0, 0);
}

static void add_state(sb_text *out, const char *name, const xc_value *start)
{
	if (xc_count(start) == 0)
		return;
	xc_value column = *start;
	column.rows = xc_count(start);
	column.columns = 1;
	sb_addf(out, "    Real %s[%u, 1](start=", name, column.rows);
	xc_add_matrix(out, &column);
	sb_add(out, ", each fixed=true);\n");
}

void xc_special_function(xc_sheet *s, xc_part *p)
{
	const xc_value *e = p->block->parameters;
	const xc_value *texts = e && e->kind == XC_LIST && e->items >= 2 ? e->item[1] : NULL;
	function_text f = {.s = s, .p = p, .good = texts && texts->kind == XC_LIST && e->item[0]->kind == XC_TEXT};
	if (!f.good) {
		sb_help(xc_complain(s, p, "X0045", "the text of its function is not in the diagram"), "write it in the block");
		return;
	}
	sb_text body = {0}, *out = &p->extra;
	const xc_value *x = value_of(&f, e->item[0], 4), *z = value_of(&f, e->item[0], 5);
	bool activated = p->block->events_in > 0;
	p->class = sb_printf(s->arena, "=Of_%s", p->name);
	sb_addf(out, "  block Of_%s\n", p->name);
	declare(&f, out, xc_count(x), xc_count(z));
	if (p->block->events_out > 0)
		complain(&f, "events that it gives (t_evo)");
	add_state(out, "x", x);
	add_state(out, "z", z);
	sb_add(out, "  protected\n    Real t = time;\n");
	if (xc_count(x) > 0)
		sb_addf(out, "    Real xd[%u, 1];\n", xc_count(x));
	part_of(&f, texts, OUTPUT, "y", &body);
	xc_add_context(s, p, body.n > 0 ? body.at : "");
	sb_addf(out, "  algorithm\n%s%s", activated ? "    when e then\n" : "", body.n > 0 ? body.at : "");
	body.n = 0;
	if (activated) {
		part_of(&f, texts, STATES, "z", &body);
		sb_addf(out, "%s    end when;\n", body.n > 0 ? body.at : "");
		body.n = 0;
	}
	if (xc_count(x) > 0) {
		part_of(&f, texts, DERIVATIVES, "xd", &body);
		sb_addf(out, "  algorithm\n%s  equation\n    der(x) = xd;\n", body.n > 0 ? body.at : "");
	}
	sb_addf(out, "  end Of_%s;\n", p->name);
	p->in = "u*";
	p->out = "y*";
	p->event_in = "e";
	sb_text_free(&body);
	sb_text_free(&f.arguments);
}
