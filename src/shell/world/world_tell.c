/* What the user reads: messages on stderr, all else on stdout. */
#include "shell/world/world.h"

#include <math.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static void tell(const sh_world *w, const sb_diag *diag, uint32_t first)
{
	sb_text text = {0};
	fflush(stdout);
	sb_render(diag, first, w->host->color, &text);
	if (text.n)
		fputs(text.at, stderr);
	sb_text_free(&text);
}

void sh_tell(sh_world *w)
{
	if (!sb_messages(w->diag))
		return;
	tell(w, w->diag, 0);
	sb_take_back(w->diag, 0, NULL);
}

void sh_tell_process(sh_world *w, sh_process *p)
{
	if (!p->model || sb_messages(p->model->diag) <= p->told)
		return;
	tell(w, p->model->diag, p->told);
	p->told = sb_messages(p->model->diag);
}

const char *sh_number(sh_world *w, double value)
{
	char text[40];
	snprintf(text, sizeof text, "%.9g", value);
	return sb_strdup(w->now, isnan(value) ? "NaN" : text);
}

static const char *literal(const sh_item *item, double value)
{
	const sm_variable *v = sh_variable_of(item);
	const sm_model *m = item->process->model->flat;
	if (item->rate)
		return NULL;
	if (v->type == SX_BOOLEAN)
		return value != 0 ? "TRUE" : "FALSE";
	if (!v->enumeration)
		return NULL;
	const sm_enum *e = &m->enums.at[v->enumeration - 1];
	return value >= 1 && value <= e->count ? e->literals[(uint32_t)value - 1] : NULL;
}

const char *sh_item_name(sh_world *w, const sh_item *item)
{
	return item->rate ? sb_printf(w->now, "der(%s)", item->name) : item->name;
}

void sh_tell_value(sh_world *w, const sh_item *item, int width)
{
	double value = sh_value_of(item);
	const char *word = literal(item, value), *unit = sh_variable_of(item)->unit;
	printf("  %-*s = %s", width, sh_item_name(w, item), word ? word : sh_number(w, value));
	if (unit && *unit && !item->rate)
		printf(" %s", unit);
	printf("\n");
}

bool sh_screen(const sh_world *w, uint32_t *width, uint32_t *height)
{
	struct winsize size;
	bool known = isatty(1) && ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 && size.ws_row > 8;
	*width = isfinite(w->control.width) ? (uint32_t)w->control.width : known ? size.ws_col : 80;
	*height = isfinite(w->control.height) ? (uint32_t)w->control.height
			  : known && size.ws_row < 24 ? (uint32_t)(size.ws_row - 4) : 20;
	return known;
}
