/* The text of the equations as it stands alone.
 *
 * The generator writes for a process that has Saltus inside: services and functions of numbers come through tables of
 * pointers. Here they get their names in C. The text is read as tokens, so that nothing inside of a string or a comment
 * is touched, and as pieces, each a function, a prototype or a table. Pieces that nobody needs are left out. */
#include "export/make/export_make.h"
#include <ctype.h>
#include <string.h>

typedef struct piece {
	const char *name; size_t length;     /* what it defines */
	const char *comment, *at, *end;      /* from its comment, and from its text on */
	bool needed;
} piece;
typedef sb_vec(piece) pieces;

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* Behind a string, a character or a comment that begins here; else the same place. */
static const char *past_quoted(const char *at)
{
	if (*at == '"' || *at == '\'') {
		char quote = *at++;
		while (*at && *at != quote)
			at += *at == '\\' && at[1] ? 2 : 1;
		return *at ? at + 1 : at;
	}
	if (at[0] == '/' && at[1] == '*') {
		const char *end = strstr(at + 2, "*/");
		return end ? end + 2 : at + strlen(at);
	}
	return at;
}

/* ---- pieces */

/* The word before the first parenthesis or bracket, or the one that is defined. */
static void find_name(piece *p)
{
	const char *at = p->at, *word = p->at;
	if (*at == '#') {
		word = at + strlen("#define ");
		p->name = word;
		while (is_word(*word))
			word++;
		p->length = (size_t)(word - p->name);
		return;
	}
	for (; at < p->end && *at != '(' && *at != '[' && *at != '='; at++)
		if (is_word(*at) && (at == p->at || !is_word(at[-1])))
			word = at;
	p->name = word;
	while (is_word(*word))
		word++;
	p->length = (size_t)(word - p->name);
}

/* Up to where all braces are closed and a line ends. */
static const char *end_of_piece(const char *at)
{
	int level = 0;
	bool hash = *at == '#';
	for (;; at++) {
		const char *past = past_quoted(at);
		if (past != at) {
			at = past - 1;
			continue;
		}
		level += (*at == '{') - (*at == '}');
		if (!*at || (*at == '\n' && level == 0 && (hash || at[-1] == '}' || at[-1] == ';')))
			return *at ? at + 1 : at;
	}
}

static pieces divide(sb_arena *arena, const char *text)
{
	pieces list = {0};
	const char *at = text;
	for (;;) {
		while (*at == '\n' || *at == ' ')
			at++;
		piece p = { .comment = at };
		while (at[0] == '/' && at[1] == '*') {
			at = past_quoted(at);
			while (*at == '\n')
				at++;
		}
		if (!*at)
			return list;
		p.at = at;
		p.end = at = end_of_piece(at);
		find_name(&p);
		sb_push(arena, list, p);
	}
}

static bool has_word(const char *at, const char *end, const char *word, size_t length)
{
	for (; at < end; at++) {
		const char *past = past_quoted(at);
		if (past != at) {
			at = past - 1;
			continue;
		}
		if ((size_t)(end - at) >= length && memcmp(at, word, length) == 0 && !is_word(at[length]) && !is_word(at[-1]))
			return true;
	}
	return false;
}


static void need(sb_arena *arena, const pieces *list, const sb_map *by_name, sb_names *names, const char *root)
{
	sb_u32s open = {0};
	uint64_t first;
	const char *known = sb_internedn(names, root, strlen(root));
	if (known && sb_map_get(by_name, (uint64_t)(uintptr_t)known, &first))
		sb_push(arena, open, (uint32_t)first);
	while (open.n) {
		uint32_t k = open.at[--open.n];
		piece *p = &list->at[k];
		for (uint32_t i = k; i < list->n; i++) {         /* a prototype and its function */
			piece *same = &list->at[i];
			if (same->length != p->length || memcmp(same->name, p->name, p->length) != 0 || same->needed)
				continue;
			same->needed = true;
			for (const char *at = same->at; at < same->end; at++) {
				const char *past = past_quoted(at), *word = at;
				if (past != at) {
					at = past - 1;
					continue;
				}
				if (!is_word(*at))
					continue;
				while (is_word(*at))
					at++;
				known = sb_internedn(names, word, (size_t)(at - word));
				if (known && sb_map_get(by_name, (uint64_t)(uintptr_t)known, &first) && !list->at[first].needed)
					sb_push(arena, open, (uint32_t)first);
				at--;
			}
		}
	}
}

/* ---- words */

static const char *const math[] = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "exp",
	"log", "log10", "sqrt", "fabs", "floor", "ceil", "trunc", "pow"};

static void put_math(const so_job *j, const char *name, size_t length, sb_text *out)
{
	for (size_t k = 0; k < sizeof math / sizeof *math; k++)
		if (strlen(math[k]) == length && memcmp(math[k], name, length) == 0) {
			sb_add(out, math[k]);
			sb_add(out, j->o->single ? "f" : "");
			return;
		}
	sb_add(out, length == 3 && memcmp(name, "inf", 3) == 0 ? (j->o->single ? "INFINITY" : "(double)INFINITY")
														   : (j->o->single ? "NAN" : "(double)NAN"));
}

static const char *skip_word(const char *at)
{
	while (is_word(*at))
		at++;
	return at;
}

static const char *const services[] = {"linear", "newton", "solve", "room", "delay", "reinit", "assertion", "terminate",
	"schedule", "program", "cancel", "fail", "scratch", "resize", "concat", "real_text", "int_text", "bool_text",
	"compare", "subscript", "undefined", "warn", "mark", "release", "sweep", "tick", "touch", "fresh", "keep"};

/* False: the runtime has no such service. */
static bool put_service(const char *name, size_t length, sb_text *out)
{
	for (size_t k = 0; k < sizeof services / sizeof *services; k++)
		if (strlen(services[k]) == length && memcmp(services[k], name, length) == 0) {
			bool type = strcmp(services[k], "room") == 0 || strcmp(services[k], "delay") == 0;
			sb_addf(out, "rt_%s%s", services[k], type ? "_of" : "");
			return true;
		}
	return false;
}

typedef struct rewriting { so_job *j; sb_text *out; bool good; } rewriting;

/* A number; in single precision it says so. */
static const char *put_literal(rewriting *w, const char *at)
{
	const char *from = at;
	bool real = false, hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X');
	while (is_word(*at) || *at == '.' || ((*at == '-' || *at == '+') && (at[-1] == 'e' || at[-1] == 'E') && !hex)) {
		real = real || (!hex && (*at == '.' || *at == 'e' || *at == 'E'));
		at++;
	}
	sb_addn(w->out, from, (size_t)(at - from));
	if (real && w->j->o->single)
		sb_addc(w->out, 'f');
	return at;
}

static const char *put_word(rewriting *w, const char *at)
{
	const char *end = skip_word(at), *service = "->services->";
	size_t n = (size_t)(end - at);
	bool single = w->j->o->single;
	if (n == 1 && *at == 'd' && strncmp(end, service, strlen(service)) == 0) {
		const char *name = end + strlen(service);
		end = skip_word(name);
		if (!put_service(name, (size_t)(end - name), w->out)) {
			sb_message *m = sb_report(w->j->diag, SB_ERROR, "G0008", (sb_span){0},
									  "the equations use '%.*s', which the runtime of code that stands alone has not",
									  (int)(end - name), name);
			sb_help(m, "docs/export.md lists what can leave");
			w->good = false;
		}
		return end;
	}
	if (n == 1 && *at == 'M' && *end == '.') {
		at = end + 1;
		end = skip_word(at);
		put_math(w->j, at, (size_t)(end - at), w->out);
		return end;
	}
	if (n == 7 && memcmp(at, "sc_data", 7) == 0)
		sb_add(w->out, "rt_data");
	else if (n == 7 && memcmp(at, "sc_sqrt", 7) == 0)
		sb_add(w->out, single ? "sqrtf" : "sqrt");
	else if (n == 6 && memcmp(at, "sc_abs", 6) == 0)
		sb_add(w->out, single ? "fabsf" : "fabs");
	else if (n > 7 && memcmp(at, "sc_own_", 7) == 0) {
		const char *name = so_runtime_name(w->j, sb_strndup(w->j->arena, at + 7, n - 7));
		sb_add(w->out, name ? name : "rt_missing");      /* it was refused before */
	} else if (n > 3 && memcmp(at, "sc_", 3) == 0)
		sb_addf(w->out, "eq_%.*s", (int)(n - 3), at + 3);
	else if (n == 6 && memcmp(at, "double", 6) == 0)
		sb_add(w->out, single ? "float" : "double");
	else
		sb_addn(w->out, at, n);
	return end;
}

static void put_text(rewriting *w, const char *at, const char *end)
{
	while (at < end) {
		const char *past = past_quoted(at);
		if (past != at) {
			sb_addn(w->out, at, (size_t)(past - at));
			at = past;
		} else if (isdigit((unsigned char)*at))
			at = put_literal(w, at);
		else if (is_word(*at))
			at = put_word(w, at);
		else
			sb_addc(w->out, *at++);
	}
}

/* ---- functions */

/* The names of the parameters that the body does not use are used by a statement. */
static void use_parameters(rewriting *w, const piece *p, const char *brace)
{
	const char *open = memchr(p->at, '(', (size_t)(brace - p->at));
	for (const char *at = brace; open && at > open; at--) {
		if (*at != ',' && *at != ')')
			continue;
		const char *end = at, *word;
		while (end > open && !is_word(end[-1]))
			end--;
		for (word = end; word > open && is_word(word[-1]);)
			word--;
		size_t n = (size_t)(end - word);
		if (n && !(n == 4 && memcmp(word, "void", 4) == 0) && !has_word(brace, p->end, word, n))
			sb_addf(w->out, "\t(void)%.*s;\n", (int)n, word);
	}
}

/* A label that nothing leads to, and a null statement behind it. */
static const char *past_label(const piece *p, const char *line)
{
	if (strncmp(line, "out:\n", 5) != 0 || has_word(p->at, p->end, "goto", 4))
		return line;
	line += 5;
	return strncmp(line, "\t;\n", 3) == 0 ? line + 3 : line;
}

static void put_function(rewriting *w, const piece *p, const char *brace)
{
	if (strncmp(p->at, "static ", 7) != 0)
		sb_add(w->out, "static ");
	put_text(w, p->at, brace + 1);
	sb_addc(w->out, '\n');
	use_parameters(w, p, brace);
	for (const char *line = brace + 2; line < p->end;) {
		const char *past = past_label(p, line);
		const char *end = past < p->end ? memchr(past, '\n', (size_t)(p->end - past)) : NULL;
		end = end ? end + 1 : p->end;
		put_text(w, past, end);
		line = end;
	}
}

static void put_piece(rewriting *w, const piece *p)
{
	put_text(w, p->comment, p->at);
	if (p->length == 7 && memcmp(p->name, "sc_tick", 7) == 0) {
		sb_add(w->out, "#define eq_tick(d) ((void)(d))\n");
		return;
	}
	const char *brace = strstr(p->at, "\n{\n");
	if (*p->at != '#' && brace && brace < p->end)
		put_function(w, p, brace + 1);
	else
		put_text(w, p->at, p->end);
	sb_addc(w->out, '\n');
}

/* Functions of the model that are called, by number. */
static void note_called(so_job *j, const piece *p)
{
	uint32_t number = 0;
	if (p->length < 2 || p->name[0] != 'f')
		return;
	for (size_t k = 1; k < p->length; k++) {
		if (!isdigit((unsigned char)p->name[k]))
			return;
		number = 10 * number + (uint32_t)(p->name[k] - '0');
	}
	if (number < j->m->plan->model->functions.n)
		j->called[number] = true;
}

/* The pieces of a text, with those marked that its roots need. */
static pieces find_needed(so_job *j, const char *text, const char *const *roots, size_t count)
{
	pieces list = divide(j->arena, text);
	sb_names *names = sb_names_new(j->arena);
	sb_map by_name = sb_map_new(j->arena);
	for (uint32_t k = list.n; k-- > 0;)
		sb_map_put(&by_name, (uint64_t)(uintptr_t)sb_internn(names, list.at[k].name, list.at[k].length), k);
	bool implicit = j->image->states && (j->solver == RT_IMPLICIT || j->solver == RT_RODAS);
	for (size_t k = 0; k < count; k++)
		if (implicit || strcmp(roots[k], "sc_jacobian") != 0)
			need(j->arena, &list, &by_name, names, roots[k]);
	for (uint32_t k = 0; k < list.n; k++)
		if (list.at[k].needed)
			note_called(j, &list.at[k]);
	return list;
}

static bool put_needed(so_job *j, const pieces *list, const char **body)
{
	sb_text out = {0};
	rewriting w = {j, &out, true};
	uint32_t before = sb_errors(j->diag);
	for (uint32_t k = 0; k < list->n; k++)
		if (list->at[k].needed)
			put_piece(&w, &list->at[k]);
	*body = sb_strdup(j->arena, out.at ? out.at : "");
	sb_text_free(&out);
	return w.good && sb_errors(j->diag) == before;
}

bool so_rewrite(so_job *j)
{
	static const char *const roots[] = {"sc_parameters", "sc_starts", "sc_initial", "sc_rates", "sc_watch",
		"sc_outputs", "sc_all", "sc_functions", "sc_times", "sc_actions", "sc_asserts", "sc_event", "sc_event_when",
		"sc_clocks", "sc_delays", "sc_jacobian"};
	j->called = sb_new_array(j->arena, bool, j->m->plan->model->functions.n + 1);
	pieces list = find_needed(j, j->text.text, roots, sizeof roots / sizeof *roots);
	return so_may_leave(j) && so_take_includes(j) && put_needed(j, &list, &j->body);
}

bool so_rewrite_derivatives(so_job *j, const char *text, const char **body)
{
	static const char *const roots[] = {"sc_derivatives"};
	pieces list = find_needed(j, text, roots, 1);
	return put_needed(j, &list, body);
}
