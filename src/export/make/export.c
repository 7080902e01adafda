/* All of it, in order, into a folder. */
#include "export/make/export_make.h"
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

static bool write_file(so_job *j, const char *name, const char *text, size_t length)
{
	sb_output out;
	const char *path = sb_path_join(j->arena, j->o->folder, name);
	if (!sb_output_open(&out, j->diag, path))
		return false;
	fwrite(text, 1, length, out.stream);
	if (!sb_output_commit(&out, j->diag))
		return false;
	so_note_file(j, name, text, length);
	sb_push(j->arena, j->report->files, name);
	return true;
}

/* Each file of the runtime says itself whether it is of single precision: a user compiles them with options of his
 * own. */
static bool write_runtime(so_job *j, const so_file *f)
{
	sb_text text = {0};
	if (j->o->single)
		sb_add(&text, "#ifndef RT_SINGLE\n#define RT_SINGLE\n#endif\n");
	sb_add(&text, f->text);
	bool good = write_file(j, f->name, text.at, text.n);
	sb_text_free(&text);
	return good;
}

static bool write_made(so_job *j, const char *name, void (*write)(const so_job *, sb_text *))
{
	sb_text text = {0};
	write(j, &text);
	bool good = write_file(j, name, text.at ? text.at : "", text.n);
	for (size_t k = 0; k < text.n && strncmp(name, "model", 5) == 0; k++)
		j->report->lines += text.at[k] == '\n';
	sb_text_free(&text);
	return good;
}

static bool make_folder(so_job *j, const char *folder)
{
	if (mkdir(folder, 0777) == 0 || (errno == EEXIST && sb_is_folder(folder)))
		return true;
	sb_message *m = sb_report(j->diag, SB_ERROR, "G0012", (sb_span){0}, "the folder '%s' cannot be made: %s",
							  folder, strerror(errno));
	sb_help(m, "name a folder that is there, or one inside of a folder that is");
	return false;
}

static bool write_all(so_job *j)
{
	bool good = make_folder(j, j->o->folder);
	for (const so_file *f = so_runtime; f->name && good; f++)
		good = write_runtime(j, f);
	good = good && (j->copies.n == 0 || make_folder(j, sb_path_join(j->arena, j->o->folder, "external")));
	for (uint32_t k = 0; k < j->copies.n && good; k++)
		good = write_file(j, sb_printf(j->arena, "external/%s", j->copies.at[k].name), j->copies.at[k].text,
						  strlen(j->copies.at[k].text));
	good = good && write_made(j, "model.h", so_write_header) && write_made(j, "model.c", so_write_source);
	if (good && j->o->target == SO_PROGRAM)
		good = write_made(j, "main.c", so_write_main) && write_made(j, "Makefile", so_write_makefile);
	if (good && j->o->target == SO_PYTHON)
		good = write_made(j, sb_printf(j->arena, "%s.py", j->name), so_write_python) &&
			   write_made(j, "python_calls.c", so_write_python_calls) && write_made(j, "setup.py", so_write_project);
	return good;
}

/* What was written, to know next time what nobody has changed. */
static bool write_list(so_job *j)
{
	const char *name, *text = so_list_of_files(j, &name);
	return write_file(j, name, sb_strdup(j->arena, text), strlen(text));
}

static double or_else(double a, double b)
{
	return isnan(a) ? b : a;
}

static bool choose_solver(so_job *j)
{
	static const char *const names[] = {"euler", "heun", "rk4", "implicit", "dopri", "rodas"};
	const char *wanted = j->o->solver ? j->o->solver : "rk4";
	for (j->solver = 0; j->solver <= RT_RODAS; j->solver++)
		if (strcmp(names[j->solver], wanted) == 0)
			break;
	if (j->solver > RT_RODAS) {
		sb_message *m = sb_report(j->diag, SB_ERROR, "G0013", (sb_span){0},
								  "code that stands alone has no solver '%s'", wanted);
		sb_help(m, "euler, heun and rk4 have a fixed step, implicit is for stiff models, dopri chooses steps,"
				" and so does rodas, for stiff models");
		return false;
	}
	if ((j->solver == RT_IMPLICIT || j->solver == RT_RODAS) && j->image->states > SC_DENSE_MOST) {
		sb_message *m = sb_report(j->diag, SB_ERROR, "G0014", (sb_span){0},
								  "the implicit solver has dense matrices, which cannot have %u rows",
								  j->image->states);
		sb_help(m, "export it with --solver rk4 and a short step; at most %d states can be implicit", SC_DENSE_MOST);
		return false;
	}
	return true;
}

static bool choose_times(so_job *j)
{
	const si_settings *s = &j->image->settings;
	double stop = or_else(j->o->stop, s->stop);
	j->start = or_else(s->start, 0);
	j->stop = or_else(stop, j->start + 1);
	j->tolerance = or_else(or_else(j->o->tolerance, s->tolerance), 1e-6);
	j->step = or_else(or_else(j->o->step, s->interval > 0 ? s->interval : NAN), (j->stop - j->start) / 500);
	if (j->step > 0 && isfinite(j->step))
		return true;
	sb_message *m = sb_report(j->diag, SB_ERROR, "G0015", (sb_span){0}, "the step %.9g is not greater than zero",
							  j->step);
	sb_help(m, "give its length in seconds: --step 0.001");
	return false;
}

/* The name of the model in C, which is also that of its struct: the texts themselves use some names. */
static const char *name_of_model(const so_job *j)
{
	static const char *const taken[] = {"main", "model", "m", "d"};
	const char *name = so_identifier(j->arena, j->o->name ? j->o->name : si_word(j->image, j->image->name));
	for (size_t k = 0; k < sizeof taken / sizeof *taken; k++)
		if (strcmp(name, taken[k]) == 0)
			return sb_printf(j->arena, "%s_", name);
	return name;
}

static bool open_job(so_job *j)
{
	const si_image *image = j->image;
	j->name = name_of_model(j);
	j->d = sc_data_new(j->m->program, j->diag);
	sc_set_objects(j->d, j->kept);
	for (uint32_t k = 0; k < j->m->values.n; k++)
		if (!j->m->values.at[k].string)
			sc_set_scalar(j->d, j->m->values.at[k].scalar, j->m->values.at[k].number);
	j->d->time = isnan(image->settings.start) ? 0 : image->settings.start;
	sc_functions_of(j->m->program)->parameters(j->d);
	sc_functions_of(j->m->program)->starts(j->d);
	if (!j->d->failed)
		return true;
	sc_report_failure(j->d);
	return false;
}

static void tell(so_job *j)
{
	static const double evaluations[] = {1, 2, 4, 1, NAN, NAN};
	so_report *r = j->report;
	rt_sizes s = rt_sizes_of(&j->counts);
	r->name = j->name;
	r->states = j->image->states;
	r->parameters = j->parameters.n;
	r->inputs = j->inputs.n;
	r->outputs = j->outputs.n;
	r->loops = j->image->loops.n;
	r->operations = j->image->cost;
	r->evaluations = evaluations[j->solver];
	r->bytes = sizeof(rt_run) + s.reals * (j->o->single ? 4 : 8) + s.wholes * 8 + s.texts * sizeof(char *) +
			   s.counts * 4 + s.bytes + (j->counts.loops + 1) * sizeof(sc_dense) +
			   (j->counts.delays + 1) * sizeof(rt_history);
}

static bool find_values(so_job *j)
{
	so_find_pinned(j);
	if (!so_find_interface(j))
		return false;
	so_find_known(j);
	return true;
}

bool so_open(so_job *j, st_model *m, const so_options *options, sb_arena *arena, so_report *report)
{
	*j = (so_job){.m = m, .image = sc_image(m->program), .o = options, .arena = arena, .diag = m->diag,
				  .report = report, .kept = sc_objects_new()};
	*report = (so_report){0};
	if (!choose_solver(j) || !choose_times(j) || !open_job(j) || !find_values(j) ||
		!sc_generate_alone(m->plan, j->known_steps, arena, &j->text) || !so_rewrite(j))
		return false;
	j->body = so_fold(j, j->body);
	return true;
}

void so_close(so_job *j)
{
	sc_objects_clear(j->kept);
	sc_data_free(j->d);
	sc_objects_free(j->kept);
	sb_text_free(&j->tables);
	sb_text_free(&j->written);
}

void so_finish(so_job *j)
{
	so_make_tables(j);
	tell(j);
}

bool so_export(st_model *m, const so_options *options, sb_arena *arena, so_report *report)
{
	so_job j;
	bool good = so_open(&j, m, options, arena, report);
	if (good) {
		j.body = so_put_in_place(&j, j.body);
		so_finish(&j);
		good = so_folder_is_free(&j) && write_all(&j) && write_list(&j);
	}
	so_close(&j);
	return good;
}
