/* The public interface, include/saltus.h, over study.
 *
 * A run has a diag of its own, because a diag belongs to one thread. Places in messages of a run need the sources,
 * which belong to the program's diag: they are shared when the run is made (the program outlives its runs).
 */
#include "base/door.h"
#include "study/public/public.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What saltus_load gives where there is no memory for anything else. */
static saltus_program nothing = {.broken = "error: out of memory\n"};

static void break_down(char *broken, const sb_door *door)
{
	snprintf(broken, sizeof nothing.broken, "error: %s\n", door->why);
}

const char *saltus_version(void)
{
	return SALTUS_VERSION;
}

static void load(saltus_program *p, const st_loading *q)
{
	const char *component = q->component;
	pthread_mutex_init(&p->lock, NULL);
	p->model = st_load(q->path, q->class_name,
					   &(st_options){.depth = ST_CODE, .external = ST_ANY_C, .text = q->text, .code = {.optimise = 1},
									.opened = component, .starts = q->starts, .start_count = (uint32_t)q->start_count});
	p->component = component ? sb_strdup(p->model->arena, component) : NULL;
	sb_render(p->model->diag, 0, false, &p->messages);
	sb_add(&p->messages, "");
	const sm_model *flat = p->model->flat;
	if (!saltus_failed(p) && flat)
		p->names = sb_new_array(p->model->arena, char *, flat->scalars + 1);
}

static const char *class_or_none(const char *class_name)
{
	return class_name && *class_name ? class_name : NULL;
}

saltus_program *st_public_load(const st_loading *asked)
{
	st_loading q = *asked;
	saltus_program *volatile p = calloc(1, sizeof *p);
	sb_door door;
	if (!p)
		return &nothing;
	q.class_name = class_or_none(q.class_name);
	if (SB_ENTER(&door))
		load(p, &q);
	else
		break_down(p->broken, &door);
	sb_leave(&door);
	return p;
}

saltus_program *saltus_load(const char *path, const char *class_name)
{
	return st_public_load(&(st_loading){.path = path ? path : "", .class_name = class_name});
}

saltus_program *saltus_load_text(const char *text, const char *class_name)
{
	return st_public_load(&(st_loading){.path = "text", .text = text ? text : "", .class_name = class_name});
}

saltus_program *saltus_load_opened(const char *path, const char *class_name, const char *component)
{
	return st_public_load(&(st_loading){.path = path ? path : "", .class_name = class_name, .component = component});
}

bool saltus_failed(const saltus_program *p)
{
	return p->broken[0] || !p->model->program;
}

const char *saltus_messages(const saltus_program *p)
{
	return p->broken[0] ? p->broken : p->messages.at;
}

void saltus_free(saltus_program *p)
{
	if (!p || p == &nothing)
		return;
	sb_door door;
	if (SB_ENTER(&door) && !p->broken[0]) {      /* else it may be half made */
		st_free(p->model);
		sb_text_free(&p->messages);
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

bool saltus_is_state(const saltus_run *r, size_t variable)
{
	return r && !r->broken[0] && variable < saltus_count(r->program) && se_is_state(r->run, (uint32_t)variable);
}

static saltus_run *do_new_run(saltus_program *p)
{
	if (!p || saltus_failed(p))
		return NULL;
	saltus_run *r = sb_resize(NULL, sizeof *r);
	memset(r, 0, sizeof *r);
	r->program = p;
	r->diag = sb_diag_new();
	sb_diag_share(r->diag, p->model->diag);
	r->run = st_run(p->model, r->diag);
	r->settings = se_defaults(sc_image(p->model->program));
	sb_add(&r->messages, "");
	return r;
}

void saltus_free_run(saltus_run *r)
{
	if (!r)
		return;
	sb_door door;
	if (SB_ENTER(&door) && !r->broken[0]) {      /* else it may be half changed */
		se_run_free(r->run);
		sb_diag_free(r->diag);
		sb_text_free(&r->messages);
	}
	sb_leave(&door);
	free(r);
}

/* The text of what was said since the last simulation began. */
void st_public_render(saltus_run *r)
{
	r->messages.n = 0;
	sb_render(r->diag, r->first, false, &r->messages);
	sb_add(&r->messages, "");
}

static uint32_t scalar_called(const saltus_run *r, const char *name)
{
	return name && *name ? sm_find_scalar(r->program->model->flat, name) : UINT32_MAX;
}

/* The same, and says so if there is none. */
static uint32_t called(const saltus_run *r, const char *name)
{
	uint32_t s = scalar_called(r, name);
	if (s == UINT32_MAX)
		sb_report(r->diag, SB_ERROR, "U0101", (sb_span){0}, "there is nothing called '%s' in %s", name ? name : "",
		          r->program->model->flat->name);
	return s;
}

static bool do_set(saltus_run *r, const char *name, double value)
{
	if (!r)
		return false;
	if (se_is_paused(r->run))
		sb_help(sb_report(r->diag, SB_ERROR, "U0388", (sb_span){0},
						  "the run has begun: '%s' would be set only for the next run", name ? name : ""),
				"saltus_change changes a paused run; end the run before you set parameters for the next one");
	uint32_t s = se_is_paused(r->run) ? UINT32_MAX : called(r, name);
	bool good = s != UINT32_MAX && se_set(r->run, s, value);
	if (!good)
		st_public_render(r);
	return good;
}

void saltus_set_start(saltus_run *r, double time)
{
	if (r)
		r->settings.start = time;
}

void saltus_set_stop(saltus_run *r, double time)
{
	if (r)
		r->settings.stop = time;
}

void saltus_set_interval(saltus_run *r, double interval)
{
	if (r)
		r->settings.interval = interval;
}

void saltus_set_tolerance(saltus_run *r, double tolerance)
{
	if (r)
		r->settings.tolerance = tolerance;
}

void saltus_set_timeout(saltus_run *r, double seconds)
{
	if (r)
		r->settings.timeout = seconds;
}

void saltus_set_rest(saltus_run *r, bool rest)
{
	if (r)
		r->settings.on_zeno = rest ? SE_REST : SE_ZENO_STOP;
}

void saltus_set_slide(saltus_run *r, bool slide)
{
	if (r)
		r->settings.on_chatter = slide ? SE_SLIDE : SE_CHATTER_STOP;
}

static bool do_set_solver(saltus_run *r, const char *name)
{
	if (!r)
		return false;
	const sv_operations *found = name ? sv_find(name) : NULL;
	if (found) {
		r->settings.solver = found->name;
	} else {
		sb_report(r->diag, SB_ERROR, "R0404", (sb_span){0}, "there is no solver '%s'", name ? name : "");
		st_public_render(r);
	}
	return found;
}

static saltus_status status_of(saltus_run *r, se_status status)
{
	static const saltus_status public[] = {
		[SE_DONE] = SALTUS_DONE,       [SE_TERMINATED] = SALTUS_DONE, [SE_FAILED] = SALTUS_FAILED,
		[SE_TIMEOUT] = SALTUS_TIMEOUT, [SE_STOPPED] = SALTUS_STOPPED, [SE_PAUSED] = SALTUS_PAUSED};
	st_public_render(r);
	return public[status];
}

static saltus_status do_begin(saltus_run *r)
{
	if (!r)
		return SALTUS_FAILED;
	r->first = sb_messages(r->diag);
	if (!r->program->model->flat->experiments.n)
		return status_of(r, se_begin(r->run, &r->settings));
	sb_message *m = sb_report(
		r->diag, SB_ERROR, "U0206", (sb_span){0},
		"%s has experiments, which decide by themselves what is simulated: this interface cannot make them",
		r->program->model->flat->name);
	sb_help(m, "the program saltus makes them: saltus run --json; or remove the experiments (in COSY: MONITOR), and "
			   "set their values as parameters");
	return status_of(r, SE_FAILED);
}

static saltus_status do_advance(saltus_run *r, double time)
{
	return r ? status_of(r, se_advance(r->run, time, false)) : SALTUS_FAILED;
}

static saltus_status do_advance_to_event(saltus_run *r, double time)
{
	return r ? status_of(r, se_advance(r->run, time, true)) : SALTUS_FAILED;
}

static saltus_status do_end(saltus_run *r)
{
	return r ? status_of(r, se_end(r->run)) : SALTUS_FAILED;
}

static saltus_status do_simulate(saltus_run *r)
{
	saltus_status status = do_begin(r);
	if (status == SALTUS_PAUSED)
		do_advance(r, INFINITY);
	return r && !r->program->model->flat->experiments.n ? do_end(r) : status;
}

double saltus_now(const saltus_run *r)
{
	return r && !r->broken[0] ? se_time(r->run) : NAN;
}

static double do_get(saltus_run *r, const char *name)
{
	uint32_t s = r ? scalar_called(r, name) : UINT32_MAX;
	if (r)
		se_show(r->run);
	return s == UINT32_MAX ? NAN : se_value(r->run, s);
}

static bool do_change(saltus_run *r, const char *name, double value)
{
	uint32_t s = r ? called(r, name) : UINT32_MAX;
	bool good = s != UINT32_MAX && se_change(r->run, s, value);
	if (r && !good)
		st_public_render(r);
	return good;
}

static bool do_derivatives(saltus_run *r, const st_matrix *q)
{
	bool good = st_derivatives(r->run, r->program->model->flat, r->diag, q);
	if (!good)
		st_public_render(r);
	return good;
}

/* The file: a line that tells what it is, the bytes, and their hash. */
static const char saved_head[] = "saltus saved run 1\n";

static bool do_save(saltus_run *r, const char *path)
{
	sb_archive saved = {0};
	sb_output out;
	if (!r)
		return false;
	bool good = se_save(r->run, &saved) && sb_output_open(&out, r->diag, path ? path : "");
	if (good) {
		uint64_t hash = sb_hash(saved.at, saved.n, 0);
		fwrite(saved_head, sizeof saved_head - 1, 1, out.stream);
		fwrite(saved.at, saved.n, 1, out.stream);
		fwrite(&hash, sizeof hash, 1, out.stream);
		good = sb_output_commit(&out, r->diag);
	}
	sb_archive_free(&saved);
	st_public_render(r);
	return good;
}

static const char *bytes_of_file(sb_arena *arena, const char *path, size_t *length)
{
	FILE *f = path && !sb_not_a_file(path) ? fopen(path, "rb") : NULL;
	if (!f)
		return NULL;
	long end = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
	rewind(f);
	char *bytes = end >= 0 ? sb_alloc(arena, (size_t)end + 1) : NULL;
	*length = bytes ? fread(bytes, 1, (size_t)end, f) : 0;
	fclose(f);
	return bytes;
}

/* The bytes of a file that was saved; NULL after a message. */
static const char *saved_bytes(saltus_run *r, sb_arena *arena, const char *path, size_t *n)
{
	size_t length, head = sizeof saved_head - 1;
	uint64_t hash;
	const char *text = bytes_of_file(arena, path, &length);
	if (!text) {
		sb_report(r->diag, SB_ERROR, "F0029", (sb_span){0}, "cannot read '%s'", path ? path : "");
		return NULL;
	}
	bool whole = length >= head + sizeof hash && memcmp(text, saved_head, head) == 0;
	*n = whole ? length - head - sizeof hash : 0;
	if (whole)
		memcpy(&hash, text + length - sizeof hash, sizeof hash);
	if (whole && hash == sb_hash(text + head, *n, 0))
		return text + head;
	sb_help(sb_report(r->diag, SB_ERROR, "F0028", (sb_span){0},
					  whole ? "'%s' is damaged" : "'%s' is not a saved run", path),
			"saltus_save writes such files");
	return NULL;
}

static saltus_status do_restore(saltus_run *r, const char *path)
{
	size_t n;
	se_status status = SE_FAILED;
	if (!r)
		return SALTUS_FAILED;
	sb_arena *arena = sb_arena_new();
	r->first = sb_messages(r->diag);
	const char *bytes = saved_bytes(r, arena, path, &n);
	if (bytes) {
		sb_archive in = sb_archive_read(bytes, n);
		status = se_restore(r->run, &r->settings, &in);
	}
	sb_arena_free(arena);
	return status_of(r, status);
}

static saltus_run *do_copy(saltus_run *r)
{
	sb_archive saved = {0};
	bool good = r && se_save(r->run, &saved);
	saltus_run *copy = good ? do_new_run(r->program) : NULL;
	if (copy) {
		sb_archive in = sb_archive_read(saved.at, saved.n);
		copy->settings = r->settings;
		status_of(copy, se_restore(copy->run, &copy->settings, &in));
	}
	sb_archive_free(&saved);
	if (r)
		st_public_render(r);
	return copy;
}

const char *saltus_run_messages(const saltus_run *r)
{
	return !r ? "" : r->broken[0] ? r->broken : r->messages.at;
}

static double do_final(const saltus_run *r, const char *name)
{
	uint32_t s = r && saltus_rows(r) ? scalar_called(r, name) : UINT32_MAX;
	uint32_t column = r && saltus_rows(r) && name ? sr_find(se_record(r->run), name) : UINT32_MAX;
	if (s != UINT32_MAX)
		return se_value(r->run, s);
	/* der(x) */
	return column == UINT32_MAX ? NAN : sr_value(se_record(r->run), sr_rows(se_record(r->run)) - 1, column);
}

size_t saltus_rows(const saltus_run *r)
{
	return r && !r->broken[0] && se_record(r->run) ? sr_rows(se_record(r->run)) : 0;
}

double saltus_time(const saltus_run *r, size_t row)
{
	return row < saltus_rows(r) ? sr_time(se_record(r->run), (uint32_t)row) : NAN;
}

static double do_value(const saltus_run *r, size_t row, const char *name)
{
	if (row >= saltus_rows(r) || !name)
		return NAN;
	uint32_t column = sr_find(se_record(r->run), name);
	return column == UINT32_MAX ? NAN : sr_value(se_record(r->run), (uint32_t)row, column);
}

static bool do_write(saltus_run *r, const char *path)
{
	if (!r)
		return false;
	const char *dot = path ? strrchr(path, '.') : NULL;
	bool picture = dot && (!strcmp(dot, ".svg") || !strcmp(dot, ".png"));
	if (!path || !saltus_rows(r)) {
		sb_report(r->diag, SB_ERROR, "F0024", (sb_span){0},
				  path ? "there are no results yet to write to '%s'" : "results need a file name%s", path ? path : "");
		st_public_render(r);
		return false;
	}
	const sr_figure figure = {.title = r->program->model->flat->name};
	bool good =
		picture ? sr_plot(se_record(r->run), &figure, path, r->diag) : sr_write(se_record(r->run), path, r->diag);
	if (!good)
		st_public_render(r);
	return good;
}

/* ---------------------------------------------------------------------------------------------------- through the
 * door */

void st_public_break(saltus_run *r, const sb_door *door)
{
	break_down(r->broken, door);
	if (door->shared)                /* it was changing what all runs of the program use */
		break_down(r->program->broken, door);
}

#define THROUGH_DOOR(type, failed, name, params, args)                                                                \
	type saltus_##name params                                                                                         \
	{                                                                                                                 \
		volatile type result = failed;                                                                                \
		sb_door door;                                                                                                 \
		if (!r || r->broken[0])                                                                                       \
			return failed;                                                                                            \
		if (SB_ENTER(&door))                                                                                          \
			result = do_##name args;                                                                                  \
		else                                                                                                          \
			st_public_break(r, &door);                                                                                \
		sb_leave(&door);                                                                                              \
		return result;                                                                                                \
	}

THROUGH_DOOR(bool, false, set, (saltus_run *r, const char *name, double value), (r, name, value))
THROUGH_DOOR(bool, false, set_solver, (saltus_run *r, const char *name), (r, name))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, begin, (saltus_run *r), (r))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, advance, (saltus_run *r, double time), (r, time))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, advance_to_event, (saltus_run *r, double time), (r, time))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, end, (saltus_run *r), (r))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, simulate, (saltus_run *r), (r))
THROUGH_DOOR(double, NAN, get, (saltus_run *r, const char *name), (r, name))
THROUGH_DOOR(bool, false, change, (saltus_run *r, const char *name, double value), (r, name, value))
THROUGH_DOOR(bool, false, derivatives,
			 (saltus_run *r, const char *const *of, size_t rows, const char *const *by, size_t columns, double *matrix),
			 (r, &(st_matrix){ of, rows, by, columns, matrix }))
THROUGH_DOOR(bool, false, save, (saltus_run *r, const char *path), (r, path))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, restore, (saltus_run *r, const char *path), (r, path))
THROUGH_DOOR(bool, false, write, (saltus_run *r, const char *path), (r, path))

/* Who only looks breaks nothing. */
double saltus_final(const saltus_run *r, const char *name)
{
	volatile double result = NAN;
	sb_door door;
	if (SB_ENTER(&door))
		result = do_final(r, name);
	sb_leave(&door);
	return result;
}

double saltus_value(const saltus_run *r, size_t row, const char *name)
{
	volatile double result = NAN;
	sb_door door;
	if (SB_ENTER(&door))
		result = do_value(r, row, name);
	sb_leave(&door);
	return result;
}

saltus_run *saltus_new_run(saltus_program *p)
{
	saltus_run *volatile r = NULL;
	sb_door door;
	if (SB_ENTER(&door))
		r = do_new_run(p);
	sb_leave(&door);
	return r;
}

saltus_run *saltus_copy(saltus_run *r)
{
	saltus_run *volatile copy = NULL;
	sb_door door;
	if (!r || r->broken[0])
		return NULL;
	if (SB_ENTER(&door))
		copy = do_copy(r);
	else
		st_public_break(r, &door);
	sb_leave(&door);
	return copy;
}
