/* Every trial as a row of a CSV table. */
#include "study/optimise/optimise_inside.h"
#include "base/file.h"
#include "result/table/table.h"
#include <math.h>

static void put_head(const st_optimise *o, FILE *f)
{
	fputs("run,search", f);
	for (uint32_t i = 0; i < o->count; i++) {
		fputc(',', f);
		sr_put_field(f, o->vary[i].name);
	}
	for (uint32_t i = 0; i <= o->constraints; i++) {
		sb_text name = {0};
		sb_addf(&name, "%s%s", st_measure_name(o->measures, i), i ? ".margin" : "");
		fputc(',', f);
		sr_put_field(f, name.at);
		sb_text_free(&name);
	}
	fputs(",feasible,best,status,message\r\n", f);
}

static void put_trial(const st_optimise *o, const st_trial *t, const st_trial *best, FILE *f)
{
	bool done = t->state == ST_TRIAL_DONE;
	for (uint32_t i = 0; i < o->count; i++) {
		fputc(',', f);
		sr_put_number(f, st_vary_value(&o->vary[i], t->at[i]));
	}
	fputc(',', f);
	sr_put_number(f, t->cost);
	for (uint32_t i = 0; i < o->constraints; i++) {
		fputc(',', f);
		sr_put_number(f, done ? t->margin[i] : NAN);
	}
	fprintf(f, ",%d,", st_trial_is_feasible(o, t));
	sr_put_number(f, best ? best->cost : NAN);
	fputs(done ? ",done," : ",failed,", f);
	sr_put_field(f, t->message ? t->message : "");
	fputs("\r\n", f);
}

bool st_optimise_write(const st_optimise *o, const char *path)
{
	sb_output out;
	const st_trial *best = NULL;
	if (!sb_output_open(&out, o->diag, path))
		return false;
	put_head(o, out.stream);
	for (uint32_t i = 0; i < o->trials.n; i++) {
		const st_trial *t = o->trials.at[i];
		if (st_trial_is_feasible(o, t) && st_is_better(o, t, best))
			best = t;
		fprintf(out.stream, "%u,%u", i + 1, t->search);
		put_trial(o, t, best, out.stream);
	}
	return sb_output_commit(&out, o->diag);
}
