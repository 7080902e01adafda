/* An allocator that fails, to be loaded before a program by LD_PRELOAD: the call number FAIL_AT of malloc, calloc,
 * realloc, aligned_alloc, posix_memalign and mmap gives no memory, with FAIL_ON=1 each later one neither. Without
 * FAIL_AT nothing fails. FAIL_COUNT names a file that is told at the end how many calls were made. What the program
 * itself starts is left alone. */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_long calls;
static long fail_at;
static bool fail_on, begun;

/* Before this nothing is counted: what the dynamic linker needs comes first. */
__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("FAIL_AT"), *on = getenv("FAIL_ON");
	fail_at = at ? strtol(at, NULL, 10) : 0;
	fail_on = on && *on == '1';
	begun = true;
	unsetenv("LD_PRELOAD");
	unsetenv("FAIL_AT");
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("FAIL_COUNT");
	char text[32];
	int file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : -1;
	if (file < 0)
		return;
	int n = snprintf(text, sizeof text, "%ld\n", atomic_load(&calls));
	if (write(file, text, (size_t)n) != n)
		_exit(99);
	close(file);
}

static bool fails(void)
{
	if (!begun)
		return false;
	long n = atomic_fetch_add(&calls, 1) + 1;
	if (!fail_at || n < fail_at || (n > fail_at && !fail_on))
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
	return fails() ? NULL : __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
	if (fails())
		return ENOMEM;
	*to = __libc_memalign(alignment, size);
	return *to ? 0 : ENOMEM;
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
	return fails() ? MAP_FAILED : (void *)syscall(SYS_mmap, at, size, protection, flags, file, offset);
}
