/* States of the FMU that are kept: a copy of all values. As bytes they have a head, which tells whose they are, and the
 * texts, whose addresses mean nothing elsewhere. */
#include "export/interface/export_interface.h"

#include <stdlib.h>
#include <string.h>

typedef struct state_head {
	char token[40];
	uint64_t size, texts;            /* of the struct; of the texts, in bytes */
	int mode, known, open, tuned, moved, unused;
	double start;
} state_head;
/* Behind the head the struct of the model, and then, of what came as bytes, the texts. */
typedef struct kept_texts { struct kept_texts *next; char text[]; } kept_texts;

enum { HEAD = (sizeof(state_head) + 15) / 16 * 16 };

static rt_run *values_of(const void *state)
{
	return (rt_run *)(void *)((unsigned char *)(uintptr_t)state + HEAD);
}

static size_t room_of_state(const fmu *f)
{
	return HEAD + f->model->size;
}

static uint32_t texts_of(const rt_model *m)
{
	return m->texts ? m->texts + m->pres : 0;
}

static const char **text_at(rt_run *run, uint32_t k)
{
	return k < run->model->texts ? &run->d.s[k] : &run->d.pre_s[k - run->model->texts];
}

fmu_status fmu_get_state(fmu *f, void **state)
{
	state_head head = { .size = f->model->size, .mode = (int)f->mode, .known = f->known, .open = f->open,
		.tuned = f->tuned, .moved = f->moved, .start = f->start };
	if (!*state)
		*state = calloc(1, room_of_state(f));
	if (!*state)
		return fmu_say(f, FMU_ERROR, "there is no memory for the state of the FMU");
	strncpy(head.token, f->model->token, sizeof head.token - 1);
	memcpy(*state, &head, sizeof head);
	f->model->restore(values_of(*state), f->run);
	return FMU_OK;
}

fmu_status fmu_set_state(fmu *f, const void *state)
{
	state_head head;
	if (!state)
		return fmu_say(f, FMU_ERROR, "there is no state");
	memcpy(&head, state, sizeof head);
	f->model->restore(f->run, values_of(state));
	f->mode = (fmu_mode)head.mode;
	f->known = head.known;
	f->open = head.open;
	f->tuned = head.tuned;
	f->moved = head.moved;
	f->start = head.start;
	return FMU_OK;
}

static size_t text_bytes(fmu *f, const void *state, unsigned char *to)
{
	rt_run *run = values_of(state);
	size_t n = 0;
	for (uint32_t k = 0; k < texts_of(f->run->model); k++) {
		const char *text = *text_at(run, k) ? *text_at(run, k) : "";
		size_t length = strlen(text) + 1;
		if (to)
			memcpy(to + n, text, length);
		n += length;
	}
	return n;
}

fmu_status fmu_state_size(fmu *f, const void *state, size_t *size)
{
	*size = room_of_state(f) + text_bytes(f, state, NULL);
	return FMU_OK;
}

fmu_status fmu_state_bytes(fmu *f, const void *state, unsigned char *to, size_t size)
{
	size_t texts = text_bytes(f, state, NULL), all = room_of_state(f) + texts;
	uint64_t count = texts;
	if (size < all)
		return fmu_say(f, FMU_ERROR, "the state has %zu bytes, and there is room for %zu", all, size);
	memcpy(to, state, room_of_state(f));
	memcpy(to + offsetof(state_head, texts), &count, sizeof count);
	text_bytes(f, state, to + room_of_state(f));
	return FMU_OK;
}

void fmu_forget_texts(fmu *f)
{
	for (kept_texts *k = f->kept, *next; k; k = next) {
		next = k->next;
		free(k);
	}
	f->kept = NULL;
}

static int take_texts(fmu *f, rt_run *run, const unsigned char *from, size_t n)
{
	kept_texts *k = malloc(sizeof *k + n + 1);
	if (!k)
		return 0;
	memcpy(k->text, from, n);
	k->text[n] = 0;
	k->next = f->kept;
	f->kept = k;
	size_t at = 0;
	for (uint32_t i = 0; i < texts_of(run->model); i++) {
		*text_at(run, i) = at < n ? k->text + at : "";
		at += at < n ? strlen(k->text + at) + 1 : 0;
	}
	return 1;
}

fmu_status fmu_state_of_bytes(fmu *f, const unsigned char *from, size_t size, void **state)
{
	state_head head;
	size_t room = room_of_state(f);
	if (size >= sizeof head)
		memcpy(&head, from, sizeof head);
	if (size < room || head.size != f->model->size || strncmp(head.token, f->model->token,
			sizeof head.token - 1) != 0 ||
		head.texts != size - room)
		return fmu_say(f, FMU_ERROR, "these %zu bytes are no state of this FMU", size);
	unsigned char *copy = calloc(1, room);
	if (copy) {
		memcpy(copy, from, room);
		values_of(copy)->model = f->run->model;          /* addresses of the process that wrote it mean nothing here */
		f->model->restore(values_of(copy), values_of(copy));
	}
	if (!copy || (texts_of(f->run->model) && !take_texts(f, values_of(copy), from + room, size - room))) {
		free(copy);
		return fmu_say(f, FMU_ERROR, "there is no memory for the state of the FMU");
	}
	free(*state);
	*state = copy;
	return FMU_OK;
}
