/* The headers of the standard, into a folder, for sources of FMUs. */
#include "fmi/package/fmi_package.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

bool fi_write_headers(const char *folder)
{
	const fi_header *lists[] = {fi_headers2, fi_headers3};
	if (mkdir(folder, 0700) != 0 && errno != EEXIST)
		return false;
	for (int i = 0; i < 2 * FI_HEADERS; i++) {
		const fi_header *h = &lists[i / FI_HEADERS][i % FI_HEADERS];
		char path[4200];
		snprintf(path, sizeof path, "%.4000s/%s", folder, h->name);
		FILE *file = fopen(path, "w");
		if (!file)
			return false;
		fputs(h->text, file);
		if (fclose(file) != 0)
			return false;
	}
	return true;
}
