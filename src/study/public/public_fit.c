/* The public interface to fits. */
#include "study/fit/fit.h"
#include "study/public/public.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct saltus_fit {
	sb_arena *arena; sb_diag *diag;
	st_fit_request request; st_fit f; bool found;
	saltus_progress *progress; void *context; saltus_so_far *so_far;
	const char *journal;             /* NULL: none */
	sb_text text, messages, json;
	char broken[ST_BROKEN];             /* it can only be freed, and this is why; "": it can be used */
};

static bool find_loss(saltus_fit *x, const char *word, st_loss *out)
{
	static const char *const losses[] = {"linear", "huber", "cauchy", "soft"};
	*out = ST_LOSS_LINEAR;
	for (int i = 0; word && i < 4; i++)
		if (strcmp(word, losses[i]) == 0) {
			*out = (st_loss)i;
			return true;
		}
	if (word)
		sb_report(x->diag, SB_ERROR, "U0003", (sb_span){0}, "'%s' is not a loss: linear, huber, cauchy or soft", word);
	return !word;
}

static bool ask(void *context, uint32_t start, uint64_t runs, double best)
{
	const saltus_fit *x = context;
	(void)start;
	if (x->so_far)
		*x->so_far = (saltus_so_far){runs, isinf(best) ? NAN : best};
	return x->progress(x->context);
}

static bool open_journal(void *context, struct st_fit_problem *p)
{
	const saltus_fit *x = context;
	st_journal_found found = st_fit_journal_read(p, x->journal);
	return st_public_journal_fits(x->journal, &found, x->diag) && st_fit_journal_open(p, x->journal, found.end);
}

/* The fit refers to it as long as it lives. */
static st_fit_request request_of(saltus_fit *x, const saltus_fit_request *q)
{
	sb_arena *arena = x->arena;
	st_bound *bounds = sb_new_array(arena, st_bound, q->bound_count + 1);
	for (size_t i = 0; i < q->bound_count; i++)
		bounds[i] = (st_bound){sb_strdup(arena, q->bounds[i].name ? q->bounds[i].name : ""),
			q->bounds[i].low, q->bounds[i].high};
	return (st_fit_request){
		.path = st_public_path(arena, &q->model), .class_name = st_public_text(arena, q->model.class_name),
		.text = q->model.text ? sb_strdup(arena, q->model.text) : NULL,
		.data = st_public_texts(arena, q->data, q->data_count), .data_count = (uint32_t)q->data_count,
		.vary = st_public_texts(arena, q->vary, q->vary_count), .vary_count = (uint32_t)q->vary_count,
		.bounds = bounds, .bound_count = (uint32_t)q->bound_count,
		.maps = st_public_texts(arena, q->maps, q->map_count), .map_count = (uint32_t)q->map_count,
		.sigmas = st_public_texts(arena, q->sigmas, q->sigma_count), .sigma_count = (uint32_t)q->sigma_count,
		.loss_scale = q->loss_scale, .starts = (uint32_t)q->starts, .seed = q->seed, .confidence = q->confidence,
		.start = q->start ? *q->start : NAN, .tolerance = q->tolerance > 0 ? q->tolerance : NAN,
		.solver = st_public_text(arena, q->solver), .ask = q->progress ? ask : NULL, .context = x,
		.opened = q->journal ? open_journal : NULL, .options = st_public_options(arena, &q->model)};
}

static void find(saltus_fit *x, const saltus_fit_request *q)
{
	x->arena = sb_arena_new();
	x->diag = sb_diag_new();
	x->progress = q->progress;
	x->context = q->context;
	x->so_far = q->so_far;
	x->journal = q->journal ? sb_strdup(x->arena, q->journal) : NULL;
	x->request = request_of(x, q);
	x->found = find_loss(x, q->loss, &x->request.loss) &&
			   st_public_add_samples(x->arena, &q->model, x->diag, &x->request.options) &&
			   st_fit_find(&x->request, x->arena, x->diag, &x->f);
	if (x->journal && x->f.problem)
		st_fit_journal_close(x->f.problem);
	if (x->journal && x->found)
		st_public_journal_end(x->journal, x->f.end != ST_FIT_STOPPED, x->f.trouble, x->diag);
	if (x->found) {
		st_fit_tell(&x->f, x->diag);
		st_fit_text(&x->f, x->f.model, &x->text);
	}
	sb_render(x->diag, 0, false, &x->messages);
	sb_add(&x->messages, "");
	sb_add(&x->text, "");
}

saltus_fit *saltus_find_fit(const saltus_fit_request *request)
{
	saltus_fit *volatile x = calloc(1, sizeof *x);
	sb_door door;
	if (!x || !request) {
		free(x);
		return NULL;
	}
	if (SB_ENTER(&door))
		find(x, request);
	else
		snprintf(x->broken, sizeof x->broken, "error: %s\n", door.why);
	sb_leave(&door);
	return x;
}

bool saltus_fit_found(const saltus_fit *x)
{
	return x && x->found && !x->broken[0];
}

const char *saltus_fit_messages(const saltus_fit *x)
{
	return !x ? "" : x->broken[0] ? x->broken : x->messages.at;
}

const char *saltus_fit_messages_json(saltus_fit *x)
{
	return !x ? "[]" : st_public_json(&x->json, x->broken[0] ? NULL : x->diag, 0, x->broken);
}

const char *saltus_fit_text(const saltus_fit *x)
{
	return saltus_fit_found(x) ? x->text.at : "";
}

static uint32_t index_of(const saltus_fit *x, const char *name)
{
	for (uint32_t i = 0; saltus_fit_found(x) && name && i < x->f.n; i++)
		if (strcmp(x->f.names[i], name) == 0)
			return i;
	return UINT32_MAX;
}

double saltus_fit_value(const saltus_fit *x, const char *name)
{
	uint32_t i = index_of(x, name);
	return i == UINT32_MAX ? NAN : x->f.value[i];
}

double saltus_fit_covariance(const saltus_fit *x, const char *a, const char *b)
{
	uint32_t i = index_of(x, a), k = index_of(x, b);
	return i == UINT32_MAX || k == UINT32_MAX ? NAN : x->f.covariance[(size_t)i * x->f.n + k];
}

bool saltus_fit_interval(const saltus_fit *x, const char *name, double *low, double *high)
{
	uint32_t i = index_of(x, name);
	*low = i == UINT32_MAX ? NAN : x->f.from[i];
	*high = i == UINT32_MAX ? NAN : x->f.to[i];
	return isfinite(*low) && isfinite(*high);
}

double saltus_fit_chi2(const saltus_fit *x, double *freedom)
{
	bool found = saltus_fit_found(x);
	if (freedom)
		*freedom = found ? x->f.freedom : NAN;
	return found ? x->f.chi2 : NAN;
}

bool saltus_fit_write(saltus_fit *x, const char *path)
{
	volatile bool good = false;
	sb_door door;
	size_t n = path ? strlen(path) : 0;
	if (!saltus_fit_found(x) || n < 5)
		return false;
	if (SB_ENTER(&door)) {
		uint32_t first = sb_messages(x->diag);
		good = st_fit_is_free(&x->request, "the file", path, x->arena, x->diag) &&
			   (strcmp(path + n - 4, ".csv") == 0 ? st_fit_write(&x->f, path, x->diag)
												  : st_fit_draw(&x->f, x->f.model, path, x->diag));
		x->messages.n = 0;
		sb_render(x->diag, first, false, &x->messages);
		sb_add(&x->messages, "");
	} else {
		snprintf(x->broken, sizeof x->broken, "error: %s\n", door.why);
	}
	sb_leave(&door);
	return good;
}

void saltus_free_fit(saltus_fit *x)
{
	if (!x)
		return;
	if (!x->broken[0]) {
		st_fit_free(&x->f);
		sb_text_free(&x->text);
		sb_text_free(&x->messages);
		sb_text_free(&x->json);
		sb_diag_free(x->diag);
		sb_arena_free(x->arena);
	}
	free(x);
}
