/* A plain driver for the fuzz targets, for machines without libFuzzer: it runs the target on every file it is given
 * (folders are read to the bottom) and then, for some seconds, on mutations of them. They are drawn from a seed that is
 * printed, and changes unless it is given. A crash leaves the input in the file crash.input of the current folder.
 *
 *     fuzz_NAME [--seconds N] [--seed N] FILE_OR_FOLDER ...
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sanitized.h"

#if SB_SANITIZED
#include <sanitizer/common_interface_defs.h>
#else
static void __sanitizer_set_death_callback(void (*callback)(void))
{
	(void)callback;
}
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LARGEST_SEED = 64 << 10, LARGEST_INPUT = 128 << 10, HANG_SECONDS = 300 };

typedef struct input { uint8_t *data; size_t size; } input;
typedef struct corpus { input *at; size_t n; } corpus;

/* What a signal handler can reach: the input that is being run. */
static const uint8_t *volatile running;
static volatile size_t running_size;

static void save_input(void)
{
	int file = open("crash.input", O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (file >= 0) {
		if (write(file, running, running_size) < 0)
			_exit(2);
		close(file);
	}
	static const char text[] = "the input is in crash.input\n";
	if (write(2, text, sizeof text - 1) < 0)
		_exit(2);
}

static void save_and_die(int signal_number)
{
	save_input();
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static void run(const uint8_t *data, size_t size)
{
	/* A copy of the exact size, so that the sanitizer sees a read past the end. */
	uint8_t *copy = malloc(size ? size : 1);
	if (!copy)
		exit(2);
	if (size)
		memcpy(copy, data, size);
	running = copy;
	running_size = size;
	alarm(HANG_SECONDS);
	LLVMFuzzerTestOneInput(copy, size);
	alarm(0);
	free(copy);
}

static void add(corpus *c, const uint8_t *data, size_t size)
{
	c->at = realloc(c->at, (c->n + 1) * sizeof *c->at);
	uint8_t *copy = malloc(size + 1);
	if (!c->at || !copy)
		exit(2);
	memcpy(copy, data, size);
	c->at[c->n++] = (input){copy, size};
}

static void read_file(corpus *c, const char *path)
{
	static uint8_t buffer[LARGEST_SEED];
	FILE *file = fopen(path, "rb");
	if (!file)
		return;
	size_t size = fread(buffer, 1, sizeof buffer, file);
	fclose(file);
	add(c, buffer, size);
}

static int visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static void read_path(corpus *c, const char *path, int depth)
{
	struct stat status;
	if (stat(path, &status) != 0) {
		fprintf(stderr, "cannot read %s\n", path);
		exit(2);
	}
	if (!S_ISDIR(status.st_mode)) {
		read_file(c, path);
		return;
	}
	struct dirent **names;
	int n = depth > 0 ? scandir(path, &names, visible, alphasort) : 0;
	for (int i = 0; i < n; i++) {
		char below[4096];
		if (snprintf(below, sizeof below, "%s/%s", path, names[i]->d_name) < (int)sizeof below)
			read_path(c, below, depth - 1);
		free(names[i]);
	}
	if (n > 0)
		free(names);
}

static uint64_t draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	uint64_t x = *state;
	x ^= x >> 33;
	x *= 0xff51afd7ed558ccdu;
	return x ^ (x >> 33);
}

static size_t below(uint64_t *state, size_t n)
{
	return n ? (size_t)(draw(state) % n) : 0;
}

/* Replaces `removed` bytes at `at` by `added` bytes of `from`. */
static size_t exchange(uint8_t *data, size_t size, size_t at, size_t removed, const uint8_t *from, size_t added)
{
	if (removed > size - at)
		removed = size - at;
	if (size - removed + added > LARGEST_INPUT)
		added = 0;
	memmove(data + at + added, data + at + removed, size - at - removed);
	if (added)
		memcpy(data + at, from, added);
	return size - removed + added;
}

static size_t mutate(uint8_t *data, size_t size, const corpus *c, uint64_t *state)
{
	static const char *const tokens[] = {"(",     ")",    "[",  "]",   "{",     "}",    ";",
										 ",",     ".",    "\"", "'",   "/*",    "//",   "=",
										 ":=",    "end",  "if", "for", "loop",  "when", "equation",
										 "model", "der(", "-",  "^",   "1e999", "0",    "9999999999999999999",
										 "\n"};
	const input *other = &c->at[below(state, c->n)];
	size_t at = below(state, size + 1);
	switch (draw(state) % 6) {
	case 0:
		if (at < size)
			data[at] ^= (uint8_t)(1u << below(state, 8));
		return size;
	case 1:
		return exchange(data, size, at, 1 + below(state, 32), NULL, 0);
	case 2: {
		const char *token = tokens[below(state, sizeof tokens / sizeof *tokens)];
		return exchange(data, size, at, below(state, 4), (const uint8_t *)token, strlen(token));
	}
	case 3: {
		size_t from = below(state, other->size + 1);
		return exchange(data, size, at, below(state, 64), other->data + from, below(state, other->size - from + 1));
	}
	case 4: {
		/* The same piece many times: nesting and repetition are what makes parsers recurse. */
		uint8_t piece[16];
		size_t n = 1 + below(state, sizeof piece), times = 1 + below(state, 400);
		if (n > size - at)
			n = size - at;
		memcpy(piece, data + at, n);
		while (times--)
			size = exchange(data, size, at, 0, piece, n);
		return size;
	}
	default:
		return at;
	}
}

int main(int count, char **words)
{
	double seconds = 0;
	uint64_t state = (uint64_t)time(NULL) % 1000000;
	corpus c = {0};
	for (int i = 1; i < count; i++) {
		if (strcmp(words[i], "--seconds") == 0 && i + 1 < count)
			seconds = atof(words[++i]);
		else if (strcmp(words[i], "--seed") == 0 && i + 1 < count)
			state = strtoull(words[++i], NULL, 10);
		else
			read_path(&c, words[i], 8);
	}
	printf("seed %llu\n", (unsigned long long)state);
	fflush(stdout);
	static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
	for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
		signal(deadly[i], save_and_die);
	__sanitizer_set_death_callback(save_input);
	add(&c, (const uint8_t *)"", 0);

	for (size_t i = 0; i < c.n; i++)
		run(c.at[i].data, c.at[i].size);
	unsigned long runs = c.n;
	uint8_t *data = malloc(LARGEST_INPUT);
	struct timespec begin, now;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (now = begin;
		 data && (double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec) < seconds;
		 clock_gettime(CLOCK_MONOTONIC, &now)) {
		const input *seed = &c.at[below(&state, c.n)];
		size_t size = seed->size;
		memcpy(data, seed->data, size);
		for (size_t n = 1 + below(&state, 4); n-- > 0;)
			size = mutate(data, size, &c, &state);
		run(data, size);
		runs++;
	}
	printf("%lu inputs\n", runs);
	free(data);
	for (size_t i = 0; i < c.n; i++)
		free(c.at[i].data);
	free(c.at);
	return 0;
}
