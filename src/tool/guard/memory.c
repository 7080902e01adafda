/* Memory for all that is linked into the program or opened by it. Saltus' own allocations end the program when there is
 * no memory left (base/arena.h), but libraries allocate too, and not all of them can bear to get none: the libraries
 * below cairo crash, some go round in circles, libtcc says that the text cannot be compiled. Here the functions of the
 * C library are replaced for the whole process, so that every failure takes the same way out. The sanitizers have
 * allocators of their own. A program that has Saltus inside keeps the functions that it has. */
#include "base/sanitized.h"

#if !SB_SANITIZED && !SB_SANITIZED_THREADS
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

#include "base/arena.h"

/* The function that would have been called. It is looked up at the first call, which may come before main. */
#define FIND_NEXT(name) do { if (!next) *(void **)&next = dlsym(RTLD_NEXT, name); } while (0)

void *malloc(size_t size)
{
	static void *(*next)(size_t);
	FIND_NEXT("malloc");
	void *block = next(size);
	if (!block && size)
		sb_out_of_memory(size);
	return block;
}

void *calloc(size_t n, size_t size)
{
	static void *(*next)(size_t, size_t);
	FIND_NEXT("calloc");
	void *block = next(n, size);
	if (!block && n && size)
		sb_out_of_memory(size > SIZE_MAX / n ? SIZE_MAX : n * size);
	return block;
}

void *realloc(void *old, size_t size)
{
	static void *(*next)(void *, size_t);
	FIND_NEXT("realloc");
	void *block = next(old, size);
	if (!block && size)
		sb_out_of_memory(size);
	return block;
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
	static int (*next)(void **, size_t, size_t);
	FIND_NEXT("posix_memalign");
	int status = next(to, alignment, size);
	if (status == ENOMEM)
		sb_out_of_memory(size);
	return status;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	static void *(*next)(size_t, size_t);
	FIND_NEXT("aligned_alloc");
	void *block = next(alignment, size);
	if (!block && size && errno == ENOMEM)
		sb_out_of_memory(size);
	return block;
}
#endif
