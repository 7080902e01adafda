/* A film as MP4, by the program ffmpeg: it reads the film as GIF, from a folder of its own. */
#include "base/file.h"
#include "base/stop.h"
#include "result/drawing/film.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

static bool run(char *const *argv, const char *log, const char *folder)
{
	int status = 1;
	pid_t child = sb_spawn(argv, log, folder);
	if (child <= 0)
		return false;
	sb_child(child);
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	sb_child_done(child);
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Sides of an even number of pixels, which the format wants; nothing in the file tells when it was made. */
static bool convert(sb_arena *arena, char *ffmpeg, const char *folder, const char *from, char *to, const char *log)
{
	char *argv[] = {ffmpeg, "-nostdin", "-v", "error", "-y", "-i", (char *)from, "-vf",
		"fps=25,pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p", "-fflags", "+bitexact", "-flags:v",
		"+bitexact", "-map_metadata", "-1", "-movflags", "+faststart", "-f", "mp4",
		sb_printf(arena, "file:%s", to), NULL};
	return run(argv, log, folder);
}

static void tell_failure(sb_arena *arena, const char *path, const char *log, sb_diag *diag)
{
	sb_diag *aside = sb_diag_new();
	size_t length;
	char *words = sb_file_read(arena, aside, (sb_span){0}, log, &length);
	sb_message *m = sb_report(diag, SB_ERROR, "U1022", (sb_span){0}, "'%s' cannot be made: ffmpeg has failed", path);
	if (words && *words)
		sb_note(m, "it says: %s", words);
	sb_help(m, "write an .svg or a .gif file, which need no other program");
	sb_diag_free(aside);
}

static bool make(sb_arena *arena, const sr_film *film, char *ffmpeg, const char *folder, const char *path,
				 sb_diag *diag)
{
	const char *gif = sb_path_join(arena, folder, "film.gif"), *log = sb_path_join(arena, folder, "log");
	sb_output out;
	if (!sr_film_gif(film, gif, diag) || !sb_output_open(&out, diag, path))
		return false;
	if (convert(arena, ffmpeg, folder, gif, out.temporary ? out.temporary : out.path, log))
		return sb_output_commit(&out, diag);
	sb_output_abandon(&out);
	tell_failure(arena, path, log, diag);
	return false;
}

bool sr_film_mp4(const sr_film *film, const char *path, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	const char *temporary = getenv("TMPDIR");
	char *ffmpeg = sb_program_find(arena, "ffmpeg"),
		 *folder = sb_printf(arena, "%s/saltus-XXXXXX", temporary && *temporary == '/' ? temporary : "/tmp");
	bool good = false;
	if (!ffmpeg) {
		sb_help(sb_report(diag, SB_ERROR, "U1021", (sb_span){0},
						  "'%s' cannot be made: the program ffmpeg is not installed", path),
				"install ffmpeg, or write an .svg or a .gif file, which need no other program");
	} else if (!sb_temporary_folder(folder)) {
		sb_report(diag, SB_ERROR, "U1022", (sb_span){0}, "'%s' cannot be made: there is no folder for temporary files",
				  path);
	} else {
		good = make(arena, film, ffmpeg, folder, path, diag);
		sb_remove_folder(folder);
		sb_temporary_done(folder);
	}
	sb_arena_free(arena);
	return good;
}
