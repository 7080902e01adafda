/* saltus run --animate: which variables of the model are objects of an animation, and the film of them. */
#include "model/model.h"
#include "result/animation/animation.h"
#include "tool/run/tool_run.h"
#include <string.h>

/* The matrices of a variable: more than one if its component is one of an array. */
static void add_matrices(tool_job *j, uint32_t variable, sb_strings *to)
{
	const sm_model *flat = j->model->flat;
	const sm_variable *v = sm_var(flat, variable);
	const char *first = v->animated == SM_SHEET ? "[1]" : "[1,1]";
	sb_text name = {0};
	for (uint32_t k = 0; k < v->count; k++) {
		name.n = 0;
		sm_scalar_name(flat, v->first + k, &name);
		if (sb_ends_with(name.at, first))
			sb_push(j->arena, *to, (const char *)sb_strndup(j->arena, name.at, name.n - strlen(first)));
	}
	sb_text_free(&name);
}

static void find_all(tool_job *j, sm_animated what, sb_strings *to)
{
	for (uint32_t i = 0; i < j->model->flat->variables.n; i++)
		if (sm_var(j->model->flat, i)->animated == what)
			add_matrices(j, i, to);
}

bool tool_check_animations(tool_job *j)
{
	sb_strings sheets = {0};
	if (!j->o.animations.n)
		return true;
	find_all(j, SM_OBJECT, &j->objects);
	find_all(j, SM_SHEET, &sheets);
	if (!j->objects.n) {
		sb_help(sb_report(j->model->diag, SB_ERROR, "U1020", (sb_span){0}, "the model has nothing to animate"),
				"give it objects of Saltus.Diagrams.Animation, such as Circles ball(at = [x, y, 0.1])");
		return false;
	}
	if (j->o.run.limits == SE_NONE) {
		sb_help(sb_report(j->model->diag, SB_ERROR, "U1027", (sb_span){0},
						  "--animate and --events none do not go together"),
				"an animation needs to know what happens at events");
		return false;
	}
	if (sheets.n > 1)
		sb_note(sb_report(j->model->diag, SB_WARNING, "U1028", (sb_span){0},
						  "the model has %u sheets: all objects are drawn on '%s'", sheets.n, sheets.at[0]),
				"another one is '%s'", sheets.at[1]);
	j->sheet = sheets.n ? sheets.at[0] : NULL;
	return true;
}

void tool_record_animated(tool_job *j, sb_strings *names)
{
	for (uint32_t i = 0; i <= j->objects.n; i++) {
		const char *of = i < j->objects.n ? j->objects.at[i] : j->sheet, *dot = of ? strrchr(of, '.') : NULL;
		if (!of)
			continue;
		sb_push(j->arena, *names, (const char *)sb_printf(j->arena, "%.*s*", dot ? (int)(dot - of) + 1 : 0, of));
	}
}

void tool_write_animations(tool_job *j)
{
	sr_animation wish = {.objects = j->objects.at, .count = j->objects.n, .sheet = j->sheet};
	sr_film *film = sr_film_of(se_record(j->run), &wish, j->model->diag);
	j->good = j->good && film;
	for (uint32_t i = 0; film && i < j->o.animations.n; i++) {
		bool good = sr_film_write(film, j->o.animations.at[i], j->model->diag);
		j->good = j->good && good;
		if (good)
			sb_push(j->arena, j->pictures.drawn, j->o.animations.at[i]);
	}
	if (film)
		sr_film_free(film);
}
