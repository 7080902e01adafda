/* Marks which places of a program a test reaches (scripts/reached.py): one byte for four bytes of the text, in a file
 * that all processes of the test share, so that what is killed counts, too. gcc calls the hook at the beginning of
 * every run of statements that is entered and left as a whole (-fsanitize-coverage=trace-pc). */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static uint8_t *volatile marks;
static uintptr_t base, size;

extern char __executable_start, etext;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void)
{
	uint8_t *m = marks;
	uintptr_t at = ((uintptr_t)__builtin_return_address(0) - base) >> 2;

	if (m && at < size && !m[at])
		m[at] = 1;
}

/* FOLDER/PROGRAM@TEST, with ! for the slashes in the name of a test */
static int open_marks(const char *folder)
{
	const char *test = getenv("SALTUS_TEST");
	char program[4096], label[4096], name[12288];
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

	if (n < 0)
		return -1;
	program[n] = '\0';
	snprintf(label, sizeof label, "%s", test ? test : "");
	for (char *p = label; *p; p++)
		*p = *p == '/' ? '!' : *p;
	snprintf(name, sizeof name, "%s/%s@%s", folder, strrchr(program, '/') + 1, label);
	return open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
}

__attribute__((constructor)) static void begin(void)
{
	const char *folder = getenv("REACH_FOLDER");
	int fd = folder ? open_marks(folder) : -1;
	struct stat known;

	if (fd < 0)
		return;
	base = (uintptr_t)&__executable_start;
	size = ((uintptr_t)&etext - base) / 4 + 1;
	if (fstat(fd, &known) == 0 && (known.st_size >= (off_t)size || ftruncate(fd, (off_t)size) == 0)) {
		void *m = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

		marks = m == MAP_FAILED ? NULL : m;
	}
	close(fd);
}
