/* A shared library with the table of saltus_peer.h: it is loaded in a process of its own, which serves it. */
#define SALTUS_PEER_SERVE
#include "saltus_peer.h"

#include <dlfcn.h>

#include "couple/peer/peer_process.h"

static int serve_library(const void *context)
{
	void *library = dlopen(context, RTLD_NOW | RTLD_LOCAL);
	const saltus_peer *table = library ? dlsym(library, "saltus_peer_interface") : NULL;
	FILE *out = table && table->version == SALTUS_PEER_VERSION ? NULL : fdopen(4, "w");
	if (!out)
		return saltus_peer_serve(table);
	const char *why = library ? NULL : dlerror();
	if (table)
		fprintf(out, "failed its interface has the version %d, which is not known\n", table->version);
	else
		fprintf(out, "failed %s\n", why ? why : "it has no saltus_peer_interface");
	fclose(out);
	return 1;
}

cp_peer *cp_open_library(const cp_wanted *w)
{
	char *full = realpath(w->file, NULL);
	const char *path = sb_strdup(w->arena, full ? full : w->file);
	free(full);
	return cp_open_served(w, serve_library, path, "library");
}
