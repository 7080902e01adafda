/* External functions that are called, and the external objects of a run. */
#include "code/runtime/runtime.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "external/external.h"

typedef struct object {
	long long number, pointer;
	sc_data *d;
	void (*destroy)(sc_data *, long long);
	int site;
} object;

/* `broken`: a call has crashed or wanted to end the program. No other is made after it. */
struct sc_objects {
	object *list; uint32_t n, cap;
	sl_state *state;
	sb_arena *arena;
	sb_map files;                    /* those that were told of, by the hash of their names */
	bool broken, told;
	sc_failure last;                 /* of the call that broke it: site, caller, time, why */
	sc_blocks blocks;                /* opaque.c */
	sc_block_at at;                  /* the component that is called; and the one that broke it */
	char *broken_block, *broken_call;
};

void sc_calling_block(sc_data *d, sc_block_at at)
{
	sc_objects *o = sc_run_of(d)->objects;
	if (o)
		o->at = at;
}

sc_blocks *sc_blocks_of(sc_objects *objects)
{
	return &objects->blocks;
}

/* ------------------------------------------------------------------------------------- the host of a call */

static void tell(void *context, bool warning, const char *text)
{
	sc_run *run = context;
	const sc_sites *sites = &run->program->sites;
	sc_site site = run->external >= 0 && (uint32_t)run->external < sites->n ? sites->at[run->external] : (sc_site){0};
	if (warning)
		sb_report(run->diag, SB_WARNING, "R0323", site.span, "'%s' warns at time %.9g: %s", site.what ? site.what : "",
				  run->d.time, text);
	else
		sb_report(run->diag, SB_INFO, "R0324", (sb_span){0}, "%s", text);
}

static bool heard(void *context)
{
	const sc_run *run = context;
	return run->hooks.heard && run->hooks.heard(run->d.run);
}

static void happens(void *context, const char *name, const char *text)
{
	const sc_run *run = context;
	run->hooks.happens(run->d.run, name, text);
}

static char *room(void *context, size_t bytes)
{
	sc_run *run = context;
	return bytes > (size_t)1 << 40 ? NULL : run->d.services->scratch(&run->d, bytes);
}

static const char *resource(void *context, const char *address)
{
	sc_run *run = context;
	const si_image *image = run->program->image;
	sb_text path = {0};
	sb_folders folders = { sb_draw(NULL, (image->folders.n + 1) * sizeof *folders.at), image->folders.n, 0 };
	for (uint32_t k = 0; k < folders.n; k++) {
		const si_folder *f = &image->folders.at[k];
		folders.at[k] = (sb_folder){ si_word(image, f->package), si_word(image, f->path) };
	}
	const char *kept =
		sb_package_file(&folders, address, &path) ? sc_strings_keep(&run->strings, path.at, "") : NULL;
	sb_put_back(folders.at);
	sb_text_free(&path);
	return kept;
}

static void *function(void *context, const char *name)
{
	sc_run *run = context;
	return run->program->find ? run->program->find(run->program, name) : NULL;
}

static void changed(void *context, const char *what)
{
	sc_run *run = context;
	const sc_sites *sites = &run->program->sites;
	if (run->external < 0 || (uint32_t)run->external >= sites->n || run->warned[run->external])
		return;
	run->warned[run->external] = true;
	sc_site site = sites->at[run->external];
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0341", site.span, "'%s' has changed %s", site.what ? site.what : "", what);
	sb_note(m, "the change was undone after the call");
}

static void reached(void *context, const char *file)
{
	sc_run *run = context;
	sc_objects *o = run->objects;
	uint64_t key = sb_hash(file, strlen(file), 0), found;
	if (!o || sb_map_get(&o->files, key, &found))
		return;
	sb_map_put(&o->files, key, 1);
	sb_report(run->diag, SB_INFO, "R0344", (sb_span){0}, "the model reaches the file '%s'", file);
}

/* ------------------------------------------------------------------------------- calls that did not come back */

static const char *crash_text(const sl_ending *e, char *text, size_t size)
{
	switch (e->signal) {
	case SIGSEGV:
		snprintf(text, size, "it touched memory at %p that is not its own (SIGSEGV), or its stack overflowed",
				 e->address);
		break;
	case SIGBUS: snprintf(text, size, "it touched memory at %p that does not exist (SIGBUS)", e->address); break;
	case SIGFPE:
		snprintf(text, size, "an operation on numbers trapped (SIGFPE), as a division of an int by zero does");
		break;
	case SIGILL: snprintf(text, size, "it reached something that is not an instruction (SIGILL)"); break;
	case SIGABRT: snprintf(text, size, "it called abort, or an assertion or the C library did (SIGABRT)"); break;
	default: snprintf(text, size, "signal %d", e->signal); break;
	}
	return text;
}

static void fail_again(sc_run *run)
{
	const sc_failure *last = &run->objects->last;
	run->d.services->fail(&run->d, last->site, last->why);
	run->failure.kind = SC_CRASHED;
	run->failure.time = last->time;
	run->failure.caller = last->caller;
}

static void break_off(sc_run *run, int site, const char *why)
{
	sc_objects *o = run->objects;
	run->d.services->fail(&run->d, site, why);
	run->failure.kind = SC_CRASHED;
	if (!o || o->broken)
		return;
	o->broken = true;
	o->last = (sc_failure){
		.site = site, .caller = run->failure.caller, .time = run->d.time, .why = sb_draw(NULL, strlen(why) + 1)};
	strcpy(o->last.why, why);
	if (o->at.name) {
		o->broken_block = sb_strdup(o->arena, o->at.name);
		o->broken_call = sb_strdup(o->arena, o->at.doing && *o->at.self ? o->at.doing(*o->at.self) : "");
	}
}

static void take_ending(sc_run *run, int site, sb_way way, const sl_ending *e)
{
	char text[200];
	if (way == SB_FAILED)
		run->d.services->fail(&run->d, site, e->why ? e->why : "no reason was given");
	else if (way == SB_CRASHED)
		break_off(run, site, crash_text(e, text, sizeof text));
	else if (way == SB_LEFT && e->why)
		break_off(run, site, e->why);
	else if (way == SB_LEFT)                 /* it never came back */
		break_off(run, site, "it did not come back in time");
}

bool sc_broken(const sc_data *d)
{
	const sc_objects *o = sc_run_of(d)->objects;
	return o && o->broken;
}

/* Said once of a run, whichever of its modes is asked. */
void sc_report_broken(sc_run *run)
{
	const sc_failure *f = run->objects && run->objects->broken ? &run->objects->last : &run->failure;
	const sc_sites *sites = &run->program->sites;
	sc_site site = f->site >= 0 && (uint32_t)f->site < sites->n ? sites->at[f->site] : (sc_site){0};
	if (run->objects && run->objects->told)
		return;
	if (run->objects)
		run->objects->told = true;
	const sc_objects *o = run->objects;
	const char *why = f->why ? f->why : "";
	sb_message *m;
	if (o && o->broken_block && *o->broken_call)
		m = sb_report(run->diag, SB_ERROR, "R0732", site.span,
					  "the C of the block '%s' aborted the run in its call %s at time %.9g: %s", o->broken_block,
					  o->broken_call, f->time, why);
	else
		m = sb_report(run->diag, SB_ERROR, "R0340", site.span,
					  "the C function of '%s' aborted the run at time %.9g: %s", site.what ? site.what : "", f->time,
					  why);
	sb_note(m, "the results up to this time are kept");
	sb_help(m, "correct this C function; with --isolate it cannot damage earlier results");
}

void sc_service_external(sc_data *d, int site, void (*call)(void *), void *arguments)
{
	sc_run *run = sc_run_of(d);
	int around = run->external;
	sl_ending ending;
	if (d->failed)
		return;
	if (sc_broken(d)) {
		fail_again(run);
		return;
	}
	run->external = site;
	sl_host host = {.context = run, .state = run->objects ? run->objects->state : NULL, .tell = tell, .room = room,
		.resource = resource, .function = function, .changed = changed, .reached = reached,
		.heard = heard, .happens = happens};
	const sc_sites *sites = &run->program->sites;
	sb_calling((uint32_t)site < sites->n && sites->at[site].what ? sites->at[site].what : "");
	sb_way way = sl_call(&host, call, arguments, &ending);
	sb_calling("");
	if (way != SB_RETURNED)
		take_ending(run, site, way, &ending);
	run->external = around;
	free(ending.why);
}

/* ------------------------------------------------------------------------------------- objects */

sc_objects *sc_objects_new(void)
{
	sc_objects *o = sb_draw(NULL, sizeof *o);
	*o = (sc_objects){.state = sl_state_new(), .arena = sb_arena_new()};
	o->files = sb_map_new(o->arena);
	return o;
}

void sc_objects_free(sc_objects *o)
{
	if (!o)
		return;
	sc_blocks_clear(o);
	sl_state_free(o->state);
	sb_arena_free(o->arena);
	sb_put_back(o->last.why);
	sb_put_back(o->list);
	sb_put_back(o);
}

void sc_set_objects(sc_data *d, sc_objects *objects)
{
	sc_run_of(d)->objects = objects;
}

/* They are few and made one after the other: the number that is asked for is mostly a new one. */
long long sc_service_object(sc_data *d, long long number)
{
	const sc_objects *o = sc_run_of(d)->objects;
	for (uint32_t k = 0; o && number > 0 && k < o->n; k++)
		if (o->list[k].number == number)
			return o->list[k].pointer;
	return 0;
}

void sc_service_made(sc_data *d, int site, long long number, long long pointer, void (*destroy)(sc_data *, long long))
{
	sc_objects *o = sc_run_of(d)->objects;
	if (d->failed)
		return;
	if (!pointer) {
		d->services->fail(d, site, "the constructor has made no object (it returned a null pointer)");
		return;
	}
	if (number <= 0)
		return;
	if (!o) {
		sc_service_destroy(d, site, destroy, pointer);
		d->services->fail(d, site, "external objects cannot be made here");
		return;
	}
	if (o->n == o->cap) {
		o->cap = o->cap ? 2 * o->cap : 16;
		o->list = sb_draw(o->list, o->cap * sizeof *o->list);
	}
	o->list[o->n++] = (object){number, pointer, d, destroy, site};
}

/* Ends an object whatever has happened before. */
void sc_service_destroy(sc_data *d, int site, void (*destroy)(sc_data *, long long), long long pointer)
{
	sc_run *run = sc_run_of(d);
	int failed = d->failed;
	sc_failure before = run->failure;
	(void)site;
	d->failed = 0;
	run->failure = (sc_failure){0};
	destroy(d, pointer);
	if (failed || !d->failed) {
		sb_put_back(run->failure.why);
		d->failed = failed;
		run->failure = before;
	} else {
		sb_put_back(before.why);
		run->failure.z = before.z;
		run->failure.residual = before.residual;
	}
}

void sc_objects_clear(sc_objects *o)
{
	while (o && o->n) {
		object one = o->list[--o->n];
		bool failed = one.d->failed;
		sc_service_destroy(one.d, one.site, one.destroy, one.pointer);
		if (!failed && one.d->failed)
			sc_report_failure(one.d);
	}
	if (o) {                         /* another run begins with nothing */
		sb_put_back(o->last.why);
		o->last = (sc_failure){0};
		o->broken = o->told = false;
		o->broken_block = o->broken_call = NULL;
		sl_state_free(o->state);
		o->state = sl_state_new();
	}
}
