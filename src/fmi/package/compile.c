/* Sources of an FMU to a library, by the compiler of the system. */
#include "fmi/package/fmi_package.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/stop.h"
#include "base/xml.h"

typedef struct making { sb_arena *arena; sb_diag *diag; const char *folder; sb_strings files, options, libraries;
	} making;

static bool is_inside(const char *name)
{
	return *name != '/' && !strstr(name, "..");
}

/* Names of files come from the description, so they must stay in the folder. */
static void add_file(making *m, const char *name)
{
	if (is_inside(name))
		sb_push(m->arena, m->files, sb_printf(m->arena, "%s/sources/%s", m->folder, name));
}

static void add_definitions(making *m, const sb_xml_node *set)
{
	for (const sb_xml_node *n = set->first; n; n = n->next) {
		const char *name = sb_xml_value(n, "name"), *value = sb_xml_value(n, "value");
		if (!name)
			continue;
		if (strcmp(n->name, "SourceFile") == 0)
			add_file(m, name);
		else if (strcmp(n->name, "PreprocessorDefinition") == 0)
			sb_push(m->arena, m->options, value ? sb_printf(m->arena, "-D%s=%s", name, value)
												: sb_printf(m->arena, "-D%s", name));
		else if (strcmp(n->name, "IncludeDirectory") == 0 && is_inside(name))
			sb_push(m->arena, m->options, sb_printf(m->arena, "-I%s/sources/%s", m->folder, name));
	}
}

/* The configuration of buildDescription.xml that is for this identifier. */
static void take_build(making *m, const fi_interface *of)
{
	static const sb_xml_words words = {"I0002", "buildDescription.xml of the FMU", "the tool that wrote the FMU has to "
		"mend it", true};
	const char *path = sb_printf(m->arena, "%s/sources/buildDescription.xml", m->folder);
	size_t length;
	const char *text = sb_file_exists(path) ? sb_file_read(m->arena, m->diag, (sb_span){0}, path, &length) : NULL;
	const sb_xml_node *root = text ? sb_xml_parse(m->arena, m->diag, sb_source_add(m->diag, path, text, length), &words)
								   : NULL;
	for (const sb_xml_node *c = root ? root->first : NULL; c; c = c->next) {
		const char *identifier = sb_xml_value(c, "modelIdentifier"), *platform = sb_xml_value(c, "platform");
		if (strcmp(c->name, "BuildConfiguration") != 0 || !identifier || strcmp(identifier, of->identifier) != 0 ||
			(platform && strcmp(platform, fi_platform(3)) != 0) || m->files.n)
			continue;
		for (const sb_xml_node *n = c->first; n; n = n->next)
			if (strcmp(n->name, "SourceFileSet") == 0)
				add_definitions(m, n);
			else if (strcmp(n->name, "Library") == 0 && sb_xml_value(n, "name") && is_inside(sb_xml_value(n, "name")))
				sb_push(m->arena, m->libraries, sb_printf(m->arena, "-l%s", sb_xml_value(n, "name")));
	}
}

static void take_files(making *m, const fi_archive *a, const fi_interface *of)
{
	if (a->d->version == 3)
		take_build(m, of);
	for (uint32_t i = 0; i < of->sources.n; i++)
		add_file(m, of->sources.at[i]);
	if (m->files.n)
		return;
	for (uint32_t i = 0; i < a->zip.n; i++) {
		const char *name = a->zip.member[i].name;
		if (strncmp(name, "sources/", 8) == 0 && sb_ends_with(name, ".c"))
			add_file(m, name + 8);
	}
}

static bool run(making *m, char **argv, const char *log)
{
	pid_t child = sb_spawn(argv, log, m->folder);
	int status = 1;
	if (child > 0)
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
	return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The first lines of what the compiler has said. */
static void report(making *m, const fi_archive *a, const char *log)
{
	size_t length = 0;
	sb_diag *own = sb_diag_new();
	const char *text = sb_file_exists(log) ? sb_file_read(m->arena, own, (sb_span){0}, log, &length) : NULL;
	sb_diag_free(own);
	sb_message *e = sb_report(m->diag, SB_ERROR, "I0046", (sb_span){0},
		"the sources of the FMU '%s' cannot be compiled",
							  a->path);
	const char *first = text ? strstr(text, "error") : NULL;
	while (first && first > text && first[-1] != '\n')
		first--;
	if (first && strstr(first, m->folder) == first)
		first += strlen(m->folder) + 1;
	sb_note(e, "the compiler says: %.*s", first ? (int)strcspn(first, "\n") : 20, first ? first
		: "nothing that is kept");
}

bool fi_compile(sb_arena *arena, sb_diag *diag, const fi_archive *a, const fi_interface *of, const char *folder,
				const char *library)
{
	making m = {.arena = arena, .diag = diag, .folder = folder};
	const char *headers = sb_printf(arena, "%s/saltus-headers", folder), *log = sb_printf(arena, "%s/saltus.log",
		folder);
	char *cc = sb_program_find(arena, getenv("CC") && *getenv("CC") ? getenv("CC") : "cc");
	sb_vec(char *) argv = {0};
	take_files(&m, a, of);
	if (!cc || a->d->version == 1 || !m.files.n) {
		sb_message *e = sb_report(diag, SB_ERROR, "I0045", (sb_span){0},
			"the FMU '%s' has sources only, which cannot be "
								  "compiled here", a->path);
		sb_help(e, "%s", !cc ? "install a compiler of C (cc), or set CC"
						 : a->d->version == 1 ? "sources of FMI 1.0 are not compiled; ask for an FMU with a library"
											  : "its description names no files of C");
		return false;
	}
	if (!fi_write_headers(headers)) {
		sb_help(sb_report(diag, SB_ERROR, "I0040", (sb_span){0}, "files cannot be written to '%s': %s", headers,
						  strerror(errno)),
				"set TMPDIR to a folder in which files can be made");
		return false;
	}
	const char *fixed[] = {cc, "-shared", "-fPIC", "-O2", "-w", "-fvisibility=default", "-ffp-contract=off"};
	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		sb_push(arena, argv, (char *)(uintptr_t)fixed[i]);
	for (uint32_t i = 0; i < m.options.n; i++)
		sb_push(arena, argv, (char *)(uintptr_t)m.options.at[i]);
	sb_push(arena, argv, sb_printf(arena, "-I%s/sources", folder));
	sb_push(arena, argv, sb_printf(arena, "-I%s", headers));
	for (uint32_t i = 0; i < m.files.n; i++)
		sb_push(arena, argv, (char *)(uintptr_t)m.files.at[i]);
	sb_push(arena, argv, "-o");
	sb_push(arena, argv, sb_strdup(arena, library));
	for (uint32_t i = 0; i < m.libraries.n; i++)
		sb_push(arena, argv, (char *)(uintptr_t)m.libraries.at[i]);
	sb_push(arena, argv, "-lm");
	sb_push(arena, argv, NULL);
	bool good = run(&m, argv.at, log);
	if (!good) {
		report(&m, a, log);
		unlink(library);
	}
	unlink(log);
	return good;
}
