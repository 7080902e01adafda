/* Measures of a run of many, whichever translation of the model it was. */
#include "study/many/reading.h"
#include <stdlib.h>

void st_reading_close(st_reading *r)
{
	st_gauge_free(r->gauge);
	st_measures_free(r->own);
	sb_diag_free(r->diag);
	free(r->measured);
	*r = (st_reading){0};
}

static bool open_reading(st_reading *r, const st_measures *measures, const st_worker *worker)
{
	if (r->measured && r->translation == worker->translation)
		return r->gauge != NULL;
	st_reading_close(r);
	r->translation = worker->translation;
	r->measured = sb_resize(NULL, (st_measures_count(measures) + 1) * sizeof *r->measured);
	if (worker->translation) {
		r->diag = sb_diag_new();
		r->own = st_measures_again(measures, worker->model, r->diag);
	}
	if (!worker->translation || r->own)
		r->gauge = st_gauge_new(worker->translation ? r->own : measures);
	return r->gauge != NULL;
}

const char *st_reading_take(st_reading *r, const st_measures *measures, const st_worker *worker, se_status status)
{
	if (!se_ended_well(status)) {
		const char *why = worker->diag ? st_worker_message(worker) : "";
		return *why ? why : status == SE_TIMEOUT ? "it took too long" : "the run failed";
	}
	if (!open_reading(r, measures, worker))
		return sb_messages(r->diag) ? sb_message_at(r->diag, 0).text : "the measures cannot be read";
	st_measure_all(r->gauge, se_record(worker->run), r->measured);
	return NULL;
}
