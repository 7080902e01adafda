/* The public interface: models, and what there is in them. */
#include "study/public/public.h"
#include "study/public/public_sample.h"
#include <stdlib.h>
#include <string.h>

/* What saltus_load gives where there is no memory for anything else. */
static saltus_program nothing = {.broken = "error: out of memory\n"};

void st_public_break_down(char *broken, const sb_door *door)
{
	snprintf(broken, ST_BROKEN, "error: %s\n", door->why);
}

const char *saltus_version(void)
{
	return SALTUS_VERSION;
}

const char *st_public_text(sb_arena *arena, const char *text)
{
	return text && *text ? sb_strdup(arena, text) : NULL;
}

const char *const *st_public_texts(sb_arena *arena, const char *const *from, size_t n)
{
	const char **to = sb_new_array(arena, const char *, n + 1);
	for (size_t i = 0; i < n; i++)
		to[i] = sb_strdup(arena, from[i] ? from[i] : "");
	return to;
}

/* NAME=VALUE. Without an equals sign the value is empty, and its message says so. */
static const st_given *given_of(sb_arena *arena, const char *const *from, size_t n)
{
	st_given *to = sb_new_array(arena, st_given, n + 1);
	for (size_t i = 0; i < n; i++) {
		const char *text = from[i] ? from[i] : "", *equals = strchr(text, '=');
		size_t length = equals ? (size_t)(equals - text) : strlen(text);
		to[i] = (st_given){.name = sb_strndup(arena, text, length),
						   .value = equals ? sb_strdup(arena, equals + 1) : ""};
	}
	return to;
}

/* The start values among these names. */
static sb_strings starts_among(sb_arena *arena, const char *const *names, size_t n)
{
	sb_strings starts = {0};
	for (size_t i = 0; i < n; i++) {
		size_t length = names[i] ? strlen(names[i]) : 0;
		if (length > 6 && strcmp(names[i] + length - 6, ".start") == 0)
			sb_push(arena, starts, sb_strdup(arena, names[i]));
	}
	return starts;
}

bool st_public_add_samples(sb_arena *arena, const saltus_source *s, sb_diag *diag, st_options *options)
{
	st_input *inputs = sb_new_array(arena, st_input, s->sample_count + 1);
	bool good = true;
	for (size_t i = 0; i < s->sample_count; i++)
		good = st_public_samples(arena, diag, &s->samples[i], &inputs[i]) && good;
	options->inputs = inputs;
	options->input_count = good ? (uint32_t)s->sample_count : 0;
	return good;
}

const char *st_public_path(sb_arena *arena, const saltus_source *s)
{
	return s->path ? sb_strdup(arena, s->path) : s->text ? "text" : "";
}

st_options st_public_options(sb_arena *arena, const saltus_source *s)
{
	sb_strings starts = starts_among(arena, s->varied, s->varied_count);
	return (st_options){.depth = ST_CODE, .external = ST_ANY_C, .code = {.optimise = 1},
		.text = s->text ? sb_strdup(arena, s->text) : NULL, .opened = st_public_text(arena, s->component),
		.given = given_of(arena, s->given, s->given_count), .given_count = (uint32_t)s->given_count,
		.written = st_public_texts(arena, s->inputs, s->input_count), .written_count = (uint32_t)s->input_count,
		.starts = starts.at, .start_count = starts.n};
}

static void load(saltus_program *p, const saltus_source *s)
{
	sb_diag *diag = sb_diag_new();
	p->arena = sb_arena_new();
	p->path = st_public_path(p->arena, s);
	p->class_name = st_public_text(p->arena, s->class_name);
	p->options = st_public_options(p->arena, s);
	p->component = p->options.opened;
	if (st_public_add_samples(p->arena, s, diag, &p->options)) {
		p->model = st_load(p->path, p->class_name, &p->options);
		sb_render(p->model->diag, 0, false, &p->messages);
	} else {
		sb_render(diag, 0, false, &p->messages);
		st_public_json(&p->json, diag, 0, "");
	}
	sb_add(&p->messages, "");
	sb_diag_free(diag);
	if (!saltus_failed(p) && p->model->flat)
		p->names = sb_new_array(p->model->arena, char *, p->model->flat->scalars + 1);
}

saltus_program *saltus_load_from(const saltus_source *s)
{
	static const saltus_source none;
	saltus_program *volatile p = calloc(1, sizeof *p);
	sb_door door;
	if (!p)
		return &nothing;
	pthread_mutex_init(&p->lock, NULL);
	if (SB_ENTER(&door))
		load(p, s ? s : &none);
	else
		st_public_break_down(p->broken, &door);
	sb_leave(&door);
	return p;
}

saltus_program *saltus_load(const char *path, const char *class_name)
{
	return saltus_load_from(&(saltus_source){.path = path ? path : "", .class_name = class_name});
}

saltus_program *saltus_load_text(const char *text, const char *class_name)
{
	return saltus_load_from(&(saltus_source){.text = text ? text : "", .class_name = class_name});
}

saltus_program *saltus_load_varied(const char *path, const char *class_name, const char *const *names, size_t count)
{
	return saltus_load_from(&(saltus_source){.path = path ? path : "", .class_name = class_name, .varied = names,
											 .varied_count = count});
}

saltus_program *saltus_load_opened(const char *path, const char *class_name, const char *component)
{
	return saltus_load_from(&(saltus_source){.path = path ? path : "", .class_name = class_name,
											 .component = component});
}

bool saltus_failed(const saltus_program *p)
{
	return p->broken[0] || !p->model || !p->model->program;
}

void saltus_free(saltus_program *p)
{
	if (!p || p == &nothing)
		return;
	sb_door door;
	if (SB_ENTER(&door) && !p->broken[0]) {      /* else it may be half made */
		if (p->model)
			st_free(p->model);
		sb_text_free(&p->messages);
		sb_text_free(&p->json);
		sb_arena_free(p->arena);
	}
	sb_leave(&door);
	pthread_mutex_destroy(&p->lock);
	free(p);
}

size_t saltus_count(const saltus_program *p)
{
	return p->names && !p->broken[0] ? p->model->flat->scalars : 0;
}

static void make_name(saltus_program *p, size_t variable)
{
	sb_lock(&p->lock);
	if (!p->names[variable]) {
		sb_text name = {0};
		sm_scalar_name(p->model->flat, (uint32_t)variable, &name);
		p->names[variable] = sb_strdup(p->model->arena, name.at);
		sb_text_free(&name);
	}
	sb_unlock(&p->lock);
}

const char *saltus_name(const saltus_program *p, size_t variable)
{
	if (variable >= saltus_count(p))
		return NULL;
	sb_door door;
	if (SB_ENTER(&door))
		make_name((saltus_program *)p, variable);
	sb_leave(&door);
	return p->names[variable];
}

static const sm_variable *variable_of(const saltus_program *p, size_t scalar)
{
	uint32_t element;
	return sm_var(p->model->flat, sm_variable_of_scalar(p->model->flat, (uint32_t)scalar, &element));
}

const char *saltus_unit(const saltus_program *p, size_t variable)
{
	const char *unit = variable < saltus_count(p) ? variable_of(p, variable)->unit : NULL;
	return unit ? unit : "";
}

const char *saltus_description(const saltus_program *p, size_t variable)
{
	const char *text = variable < saltus_count(p) ? variable_of(p, variable)->description : NULL;
	return text ? text : "";
}

char saltus_type(const saltus_program *p, size_t variable)
{
	if (variable >= saltus_count(p))
		return 0;
	const sm_variable *v = variable_of(p, variable);
	switch (v->type) {
	case SX_BOOLEAN: return 'b';
	case SX_INTEGER: return v->enumeration ? 'e' : 'i';
	case SX_STRING: return 's';
	default: return 'r';
	}
}

const char *saltus_model_name(const saltus_program *p)
{
	return saltus_count(p) ? p->model->flat->name : "";
}

static size_t find(const saltus_program *p, const char *name)
{
	volatile uint32_t found = UINT32_MAX;
	sb_door door;
	if (SB_ENTER(&door))
		found = sm_find_scalar(p->model->flat, name);
	sb_leave(&door);
	return found == UINT32_MAX ? SALTUS_NONE : found;
}

size_t saltus_find(const saltus_program *p, const char *name)
{
	return saltus_count(p) && name && *name ? find(p, name) : SALTUS_NONE;
}

bool saltus_is_parameter(const saltus_program *p, size_t variable)
{
	return variable < saltus_count(p) && variable_of(p, variable)->variability == SM_PARAMETER;
}

bool saltus_is_input(const saltus_program *p, size_t variable)
{
	return variable < saltus_count(p) && variable_of(p, variable)->held;
}

bool saltus_is_output(const saltus_program *p, size_t variable)
{
	return variable < saltus_count(p) && variable_of(p, variable)->causality == SM_OUTPUT;
}
