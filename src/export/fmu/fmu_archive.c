/* Sources, binary, archive. */
#include "export/fmu/export_fmu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/cache_folder.h"
#include "base/stop.h"
#include "base/zip.h"
#include "fmi/package/fmi_package.h"

typedef struct member { const char *name, *text; size_t length; } member;
typedef sb_vec(member) members;

static void add(so_fmu *f, members *list, const char *name, const char *text)
{
	sb_push(f->arena, *list, ((member){name, text, strlen(text)}));
}

static void add_made(so_fmu *f, members *list, const char *name, sb_text *text)
{
	add(f, list, name, sb_strdup(f->arena, text->at ? text->at : ""));
	sb_text_free(text);
	*text = (sb_text){0};
}

/* Of the interface only what this version needs. */
static bool is_needed(const so_fmu *f, const char *name)
{
	return strcmp(name, f->o->version == 3 ? "fmi2.c" : "fmi3.c") != 0;
}

/* A file of its own; what the text of the model includes lies in a folder. */
static bool is_c(const char *name)
{
	return sb_ends_with(name, ".c") && !strchr(name, '/');
}

static bool is_made(const char *name)
{
	return strncmp(name, "model", 5) == 0 || strcmp(name, "fmu_tables.c") == 0 || strchr(name, '/');
}

void so_put_source_files(const so_fmu *f, const char *begins, sb_text *out)
{
	static const char *const made[] = {"fmu_tables.c", "model.c", "model_derivatives.c"};
	const so_file *lists[] = {so_interface, so_runtime};
	for (int i = 0; i < 2; i++)
		for (const so_file *s = lists[i]; s->name; s++)
			if (is_c(s->name) && is_needed(f, s->name))
				sb_addf(out, "%s%s\"/>\n", begins, s->name);
	for (int i = 0; i < (f->j.beside ? 3 : 2); i++)
		sb_addf(out, "%s%s\"/>\n", begins, made[i]);
}

static void put_build(const so_fmu *f, sb_text *out)
{
	sb_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
				 "  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet language=\"C11\">\n",
				 		f->identifier);
	so_put_source_files(f, "      <SourceFile name=\"", out);
	sb_add(out, "    </SourceFileSet>\n    <Library name=\"m\"/>\n  </BuildConfiguration>\n</fmiBuildDescription>\n");
}

static members list_sources(so_fmu *f)
{
	members list = {0};
	sb_text text = {0};
	const fi_header *headers = f->o->version == 3 ? fi_headers3 : fi_headers2;
	for (const so_file *s = so_interface; s->name; s++)
		if (is_needed(f, s->name))
			add(f, &list, s->name, s->text);
	for (int i = 0; i < FI_HEADERS; i++)
		add(f, &list, headers[i].name, headers[i].text);
	for (const so_file *s = so_runtime; s->name; s++)
		add(f, &list, s->name, s->text);
	so_write_header(&f->j, &text);
	add_made(f, &list, "model.h", &text);
	so_write_source(&f->j, &text);
	add_made(f, &list, "model.c", &text);
	if (f->j.beside) {
		so_write_fmu_derivatives(f, f->j.beside, &text);
		add_made(f, &list, "model_derivatives.c", &text);
	}
	for (uint32_t k = 0; k < f->j.copies.n; k++)
		add(f, &list, sb_printf(f->arena, "external/%s", f->j.copies.at[k].name), f->j.copies.at[k].text);
	return list;
}

/* The token is made of what it stands for: the equations and the description. */
static void make_token(so_fmu *f, const members *sources)
{
	uint64_t hash[2] = {1, 2};
	sb_text text = {0};
	f->token = "";
	so_describe(f, &text);
	for (int i = 0; i < 2; i++) {
		for (uint32_t k = 0; k < sources->n; k++)
			hash[i] = sb_hash(sources->at[k].text, sources->at[k].length, hash[i]);
		hash[i] = sb_hash(text.at, text.n, hash[i]);
	}
	sb_text_free(&text);
	f->token = sb_printf(f->arena, "{%016llx%016llx}", (unsigned long long)hash[0], (unsigned long long)hash[1]);
}

/* ---- the binary */

static bool write_sources(so_fmu *f, const members *sources, const char *folder)
{
	bool room = !f->j.copies.n || mkdir(sb_path_join(f->arena, folder, "external"), 0700) == 0;
	for (uint32_t k = 0; k < sources->n; k++) {
		FILE *out = room ? fopen(sb_path_join(f->arena, folder, sources->at[k].name), "w") : NULL;
		bool good = out && fwrite(sources->at[k].text, 1, sources->at[k].length, out) == sources->at[k].length;
		good = out && fclose(out) == 0 && good;
		if (!good) {
			sb_help(sb_report(f->j.diag, SB_ERROR, "G0051", (sb_span){0},
							  "the sources of the FMU cannot be written to '%s': %s", folder, strerror(errno)),
					"set TMPDIR to a folder in which files can be made");
			return false;
		}
	}
	return true;
}

typedef struct compiling { so_fmu *f; char *cc; const char *folder; sb_vec(char *) argv; } compiling;

static void put_word(compiling *c, const char *word)
{
	sb_push(c->f->arena, c->argv, (char *)(uintptr_t)word);
}

/* Files of the model, or those that all FMUs have. */
static void put_files(compiling *c, const members *sources, bool made)
{
	for (uint32_t k = 0; k < sources->n; k++)
		if (is_c(sources->at[k].name) && is_made(sources->at[k].name) == made)
			put_word(c, sb_path_join(c->f->arena, c->folder, sources->at[k].name));
}

static void begin_command(compiling *c)
{
	static const char *const options[] = {"-fPIC", "-O2", "-std=c11", "-ffp-contract=off", "-fvisibility=hidden",
			"-w"};
	c->argv.n = 0;
	put_word(c, c->cc);
	for (size_t k = 0; k < sizeof options / sizeof *options; k++)
		put_word(c, options[k]);
	put_word(c, sb_printf(c->f->arena, "-ffile-prefix-map=%s=.", c->folder));
}

static bool run_command(compiling *c, const char *result)
{
	int status = 1;
	put_word(c, "-o");
	put_word(c, result);
	put_word(c, NULL);
	pid_t child = sb_spawn(c->argv.at, sb_path_join(c->f->arena, c->folder, "log"), c->folder);
	while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* What all FMUs have is compiled once, and kept in the cache. NULL: it is not there, and cannot be made. */
static const char *common_object(compiling *c, const members *sources)
{
	const char *cache = sb_cache_folder(c->f->arena);
	uint64_t hash = sb_hash(c->cc, strlen(c->cc), sb_hash(SALTUS_VERSION, strlen(SALTUS_VERSION), 7));
	for (uint32_t k = 0; k < sources->n; k++)
		if (!is_made(sources->at[k].name))
			hash = sb_hash(sources->at[k].text, sources->at[k].length, hash);
	const char *kept = cache ? sb_printf(c->f->arena, "%s/fmu-code-%016llx.o", cache, (unsigned long long)hash) : NULL;
	const char *own = sb_path_join(c->f->arena, c->folder, "common.o");
	if (kept && sb_file_exists(kept))
		return kept;
	begin_command(c);
	put_word(c, "-r");
	put_word(c, "-nostdlib");
	put_files(c, sources, false);
	if (!run_command(c, own))
		return NULL;
	return kept && rename(own, kept) == 0 ? kept : own;
}

static bool run_compiler(compiling *c, const members *sources)
{
	const char *common = common_object(c, sources);
	begin_command(c);
	put_word(c, "-shared");
	put_word(c, "-Wl,-s");
	put_files(c, sources, true);
	if (!common)
		return false;
	put_word(c, common);
	put_word(c, "-lm");
	return run_command(c, sb_path_join(c->f->arena, c->folder, "fmu.so"));
}

static void report_compiler(so_fmu *f, const char *folder)
{
	size_t n = 0;
	char *log = sb_file_bytes(f->j.diag, sb_path_join(f->arena, folder, "log"), &n);
	const char *error = log ? strstr(log, "error") : NULL;
	sb_message *m = sb_report(f->j.diag, SB_ERROR, "G0053", (sb_span){0}, "the sources of the FMU cannot be compiled");
	if (error)
		sb_note(m, "the compiler says: %.*s", (int)strcspn(error, "\n"), error);
	sb_help(m, "--no-binary makes an FMU with sources only");
	free(log);
}

static bool compile(so_fmu *f, const members *sources, char **binary, size_t *size)
{
	const char *wanted = getenv("CC") && *getenv("CC") ? getenv("CC") : "cc";
	char *cc = sb_program_find(f->arena, wanted);
	char *folder = sb_printf(f->arena, "%s/saltus-fmu-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	if (!cc) {
		sb_message *m = sb_report(f->j.diag, SB_ERROR, "G0052", (sb_span){0},
								  "there is no compiler of C ('%s') for the binary of the FMU", wanted);
		sb_help(m, "install one, set CC, or make an FMU with sources only by --no-binary");
		return false;
	}
	if (!sb_temporary_folder(folder)) {
		sb_help(sb_report(f->j.diag, SB_ERROR, "G0051", (sb_span){0},
						  "there is no folder for the sources of the FMU: %s", strerror(errno)),
				"set TMPDIR to a folder in which files can be made");
		return false;
	}
	bool good = write_sources(f, sources, folder);
	if (good && !run_compiler(&(compiling){.f = f, .cc = cc, .folder = folder}, sources)) {
		report_compiler(f, folder);
		good = false;
	}
	if (good) {
		*binary = sb_file_bytes(f->j.diag, sb_path_join(f->arena, folder, "fmu.so"), size);
		good = *binary != NULL;
	}
	sb_remove_folder(folder);
	sb_temporary_done(folder);
	return good;
}

/* ---- the archive */

/* Terminals, icons, results. In 2.0 an icon is a file beside the description. */
static bool pack_more(so_fmu *f, sb_zip_writing *z)
{
	static const char *const icon = "terminalsAndIcons/icon.png";
	bool good = true, three = f->o->version == 3, has_icon = false;
	sb_text text = {0};
	for (uint32_t k = 0; k < f->o->more.n; k++)
		has_icon = has_icon || strcmp(f->o->more.at[k].name, icon) == 0;
	if (three && so_put_terminals(f, has_icon, &text))
		good = sb_zip_add(z, "terminalsAndIcons/terminalsAndIcons.xml", text.at, text.n);
	sb_text_free(&text);
	for (uint32_t k = 0; k < f->o->more.n && good; k++) {
		const struct so_member *m = &f->o->more.at[k];
		bool is_icon = strcmp(m->name, icon) == 0;
		if (three || strncmp(m->name, "terminals", 9) != 0 || is_icon)
			good = sb_zip_add(z, is_icon && !three ? "model.png" : m->name, m->bytes, m->length);
	}
	return good;
}

static bool pack(so_fmu *f, const members *sources, const char *binary, size_t size)
{
	sb_zip_writing z = {.arena = f->arena};
	sb_text text = {0};
	sb_output out;
	so_describe(f, &text);
	bool good = sb_zip_add(&z, "modelDescription.xml", text.at, text.n);
	sb_text_free(&text);
	if (binary)
		good = good && sb_zip_add(&z, sb_printf(f->arena, "binaries/%s/%s.so", fi_platform(f->o->version),
				f->identifier),
								  binary, size);
	if (f->o->version == 3) {
		text = (sb_text){0};
		put_build(f, &text);
		good = good && sb_zip_add(&z, "sources/buildDescription.xml", text.at, text.n);
		sb_text_free(&text);
	}
	for (uint32_t k = 0; k < sources->n; k++)
		good = good && sb_zip_add(&z, sb_printf(f->arena, "sources/%s", sources->at[k].name), sources->at[k].text,
								  sources->at[k].length);
	good = good && pack_more(f, &z);
	sb_zip_end(&z);
	if (good && (good = sb_output_open(&out, f->j.diag, f->o->path))) {
		fwrite(z.out.at, 1, z.out.n, out.stream);
		good = sb_output_commit(&out, f->j.diag);
	}
	f->report->bytes = z.out.n;
	sb_text_free(&z.out);
	return good;
}

static bool make(so_fmu *f)
{
	members sources = list_sources(f);
	sb_text text = {0};
	char *binary = NULL;
	size_t size = 0;
	make_token(f, &sources);
	so_write_fmu_tables(f, &text);
	add_made(f, &sources, "fmu_tables.c", &text);
	bool good = f->o->no_binary || compile(f, &sources, &binary, &size);
	good = good && pack(f, &sources, binary, size);
	free(binary);
	return good;
}

bool so_export_fmu(st_model *m, const so_fmu_options *options, sb_arena *arena, so_fmu_report *report)
{
	so_fmu f = {.o = options, .arena = arena, .report = report};
	*report = (so_fmu_report){0};
	bool good = so_open(&f.j, m, &options->code, arena, &report->code);
	if (good) {
		f.identifier = report->identifier = f.j.name;
		double interval = f.j.image->settings.interval;
		report->step = interval > 0 ? interval : (f.j.stop - f.j.start) / 500;
		so_list_variables(&f);
		so_find_dependence(&f);
		so_finish(&f.j);
		good = make(&f);
	}
	so_close(&f.j);
	return good;
}
