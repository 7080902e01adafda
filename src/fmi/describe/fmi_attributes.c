/* Attributes of elements as values. */
#include "fmi/describe/fmi_inside.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

sb_message *fi_wrong(fi_reader *r, const char *code, sb_span span, const char *rule, const char *format, ...)
{
	va_list list;
	char text[500];
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	sb_message *m = sb_report(r->diag, SB_ERROR, code, span, "%s", text);
	if (rule)
		sb_note(m, "FMI %d.0, %s", r->d->version, rule);
	r->d->sound = false;
	return m;
}

const char *fi_text(fi_reader *r, const sb_xml_node *n, const char *name, bool required)
{
	const char *value = sb_xml_value(n, name);
	if (!value && required)
		fi_wrong(r, "I0010", n->span, NULL, "'%s' has no attribute '%s', which it must have", n->name, name);
	return value;
}

static void not_a(fi_reader *r, const sb_xml_node *n, const char *name, const char *what)
{
	fi_wrong(r, "I0011", sb_xml_span(n, name), NULL, "the attribute '%s' is \"%.80s\", which is not %s", name,
			 sb_xml_value(n, name), what);
}

bool fi_flag(fi_reader *r, const sb_xml_node *n, const char *name, bool otherwise)
{
	const char *v = sb_xml_value(n, name);
	if (!v)
		return otherwise;
	if (strcmp(v, "true") == 0 || strcmp(v, "1") == 0)
		return true;
	if (strcmp(v, "false") != 0 && strcmp(v, "0") != 0)
		not_a(r, n, name, "true or false");
	return false;
}

/* A number as XML has it: no hexadecimals, INF and NaN by these names. */
static double read_number(const char *text, char **end)
{
	static const struct { const char *name; double value; } names[] = {
		{"INF", INFINITY}, {"+INF", INFINITY}, {"-INF", -INFINITY}, {"NaN", NAN}, {"true", 1}, {"false", 0}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		size_t n = strlen(names[i].name);
		if (strncmp(text, names[i].name, n) == 0) {
			*end = (char *)text + n;
			return names[i].value;
		}
	}
	if (!isdigit((unsigned char)*text) && !strchr("+-.", *text)) {
		*end = (char *)text;
		return NAN;
	}
	return strtod(text, end);
}

double fi_number(fi_reader *r, const sb_xml_node *n, const char *name)
{
	const char *v = sb_xml_value(n, name);
	char *end;
	if (!v)
		return NAN;
	v += strspn(v, " \t\r\n");
	double value = read_number(v, &end);
	if (end == v || end[strspn(end, " \t\r\n")]) {
		not_a(r, n, name, "a number");
		return NAN;
	}
	return value;
}

static uint32_t whole(fi_reader *r, const sb_xml_node *n, const char *name, const char *v, char **end)
{
	errno = 0;
	unsigned long long value = isdigit((unsigned char)*v) ? strtoull(v, end, 10) : (*end = (char *)v, FI_NONE);
	if (*end != v && value < FI_NONE && (!**end || isspace((unsigned char)**end)))
		return (uint32_t)value;
	not_a(r, n, name, "a whole number from 0 to 4294967294");
	*end = (char *)v;
	return FI_NONE;
}

uint32_t fi_count(fi_reader *r, const sb_xml_node *n, const char *name, bool required)
{
	const char *v = fi_text(r, n, name, required);
	char *end;
	return v ? whole(r, n, name, v, &end) : FI_NONE;
}

double *fi_numbers(fi_reader *r, const sb_xml_node *n, const char *name, uint32_t *count)
{
	const char *v = sb_xml_value(n, name);
	sb_vec(double) all = {0};
	for (v = v ? v + strspn(v, " \t\r\n") : ""; *v;) {
		char *end;
		double value = read_number(v, &end);
		if (end == v || (*end && !isspace((unsigned char)*end))) {
			not_a(r, n, name, "a list of numbers");
			break;
		}
		sb_push(r->arena, all, value);
		v = end + strspn(end, " \t\r\n");
	}
	*count = all.n;
	return all.at;
}

uint32_t *fi_counts(fi_reader *r, const sb_xml_node *n, const char *name, uint32_t *count)
{
	const char *v = sb_xml_value(n, name);
	sb_u32s all = {0};
	for (v = v ? v + strspn(v, " \t\r\n") : ""; *v;) {
		char *end;
		uint32_t value = whole(r, n, name, v, &end);
		if (end == v)
			break;
		sb_push(r->arena, all, value);
		v = end + strspn(end, " \t\r\n");
	}
	*count = all.n;
	return all.at;
}

int fi_word(fi_reader *r, const sb_xml_node *n, const char *name, const char *const *words, int otherwise)
{
	const char *v = sb_xml_value(n, name);
	size_t count = 0;
	if (!v)
		return otherwise;
	for (; words[count]; count++)
		if (strcmp(v, words[count]) == 0)
			return (int)count;
	sb_message *m = fi_wrong(r, "I0011", sb_xml_span(n, name), NULL,
							 "the attribute '%s' is \"%.80s\", which is none of its values", name, v);
	const char *near = sb_nearest(v, words, count);
	sb_text list = {0};
	for (size_t i = 0; i < count; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", words[i]);
	sb_help(m, near ? "did you mean '%s'?" : "its values are %s", near ? near : list.at);
	sb_text_free(&list);
	return otherwise;
}
