/* What all peers share. */
#include "couple/peer/peer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const cp_type_names[] = {"Real", "Integer", "Boolean"};

bool cp_fail(cp_peer *p, const char *format, ...)
{
	char text[1000];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	p->said.n = 0;
	sb_add(&p->said, text);
	return false;
}

static bool is_value(cp_type type, double value)
{
	if (!isfinite(value))
		return false;
	if (type == CP_BOOLEAN)
		return value == 0 || value == 1;
	return type == CP_REAL || (value == floor(value) && fabs(value) <= 9007199254740992.0);
}

bool cp_check_outputs(cp_peer *p, const double *outputs)
{
	for (uint32_t i = 0; i < p->outputs.n; i++)
		if (!is_value(p->outputs.at[i].type, outputs[i]))
			return cp_fail(p, "its output '%s' is %.9g at time %.9g, which is no value of a %s", p->outputs.at[i].name,
						   outputs[i], p->time, cp_type_names[p->outputs.at[i].type]);
	return true;
}

uint32_t cp_find_port(const cp_ports *ports, const char *name)
{
	for (uint32_t i = 0; i < ports->n; i++)
		if (strcmp(ports->at[i].name, name) == 0)
			return i;
	return UINT32_MAX;
}

cp_value *cp_find_value(const cp_wanted *w, const char *name)
{
	for (uint32_t i = 0; i < w->value_count; i++)
		if (strcmp(w->values[i].name, name) == 0)
			return &w->values[i];
	return NULL;
}

static bool read_start(const char *text, cp_type type, double *out)
{
	char *end;
	if (strcmp(text, "true") == 0 || strcmp(text, "false") == 0) {
		*out = *text == 't';
		return type == CP_BOOLEAN;
	}
	*out = sb_read_real(text, &end);
	return end != text && !*end && is_value(type, *out);
}

bool cp_take_starts(const cp_wanted *w, cp_ports *inputs)
{
	bool good = true;
	for (uint32_t i = 0; i < inputs->n; i++) {
		cp_value *v = cp_find_value(w, inputs->at[i].name);
		if (!v)
			continue;
		v->used = true;
		if (read_start(v->text, inputs->at[i].type, &inputs->at[i].start))
			continue;
		sb_report(w->diag, SB_ERROR, "P0027", v->span, "'%s' is not a value for the %s '%s' of '%s'", v->text,
				  cp_type_names[inputs->at[i].type], inputs->at[i].name, w->name);
		good = false;
	}
	return good;
}

void cp_free(cp_peer *p)
{
	if (!p)
		return;
	p->operations->free(p);
	sb_text_free(&p->said);
}
