/* One simulation of a model given as text, for the tests of the engine. */
#ifndef SALTUS_TESTS_TRIAL_H
#define SALTUS_TESTS_TRIAL_H

#include "unit/unit.h"
#include "study/study.h"
#include <string.h>

typedef struct trial { st_model *model; se_run *run; se_settings settings; se_status status; } trial;

static inline trial load_as(const char *path, const char *text)
{
	trial t = {.model = st_load(path, NULL, &(st_options){.depth = ST_CODE, .text = text})};
	if (sb_errors(t.model->diag)) {
		sb_text messages = {0};
		sb_render(t.model->diag, 0, false, &messages);
		print_error("%s\n", messages.at);
		sb_text_free(&messages);
	}
	assert_non_null(t.model->program);
	t.settings = se_defaults(sc_image(t.model->program));
	t.run = st_run(t.model, t.model->diag);
	return t;
}

static inline trial load(const char *text)
{
	return load_as("test.mo", text);
}

static inline void done(trial *t)
{
	se_run_free(t->run);
	st_free(t->model);
}

static inline double last(const trial *t, const char *name)
{
	uint32_t s = sm_find_scalar(t->model->flat, name);
	assert_true(s != UINT32_MAX);
	return se_value(t->run, s);
}

static inline bool said(const trial *t, const char *code)
{
	for (uint32_t i = 0; i < sb_messages(t->model->diag); i++)
		if (strcmp(sb_message_at(t->model->diag, i).code, code) == 0)
			return true;
	return false;
}

#endif
