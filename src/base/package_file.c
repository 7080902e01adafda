/* Files that belong to packages: modelica://Package.Inner/path. */
#include "base/file.h"

#include <string.h>

/* The folder of the package with this name, or of the one around it that has one. */
static const char *folder_of(const sb_folders *folders, const char *name, size_t length)
{
	while (length > 0) {
		for (uint32_t k = 0; k < folders->n; k++)
			if (strlen(folders->at[k].package) == length && strncmp(folders->at[k].package, name, length) == 0)
				return folders->at[k].path;
		while (length > 0 && name[length - 1] != '.')
			length--;
		length -= length > 0;
	}
	return NULL;
}

bool sb_package_file(const sb_folders *folders, const char *address, sb_text *out)
{
	static const char scheme[] = "modelica://";
	if (strncmp(address, scheme, sizeof scheme - 1) != 0)
		return false;
	const char *name = address + sizeof scheme - 1;
	size_t length = strcspn(name, "/");
	const char *folder = folder_of(folders, name, length);
	if (!folder)
		return false;
	sb_addf(out, "%s%s", folder, name + length);
	return true;
}
