/* Shards of a sweep: which one this process has, and how all of them come together.
 *
 * A launcher of parallel programs, mpirun or srun, starts the same line once for each rank and tells each its number in
 * the environment. That is all a sweep needs: ranks take shards, and the first one puts them together over the file
 * system that they share. No MPI library is used, so none is needed to build or to run. */
#include "base/stop.h"
#include "tool/study/sweep_job.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SHARDS_MOST = 4096 };

static bool read_shard(tool_sweeping *j)
{
	char *end;
	unsigned long i = strtoul(j->o.sweep.shard, &end, 10), n = *end == '/' ? strtoul(end + 1, &end, 10) : 0;
	if (!*end && i >= 1 && i <= n && n <= SHARDS_MOST) {
		j->sweep.shard = (uint32_t)i - 1;
		j->sweep.shards = (uint32_t)n;
		return true;
	}
	sb_help(sb_report(j->diag, SB_ERROR, "U0755", (sb_span){0}, "'%s' is not a shard", j->o.sweep.shard),
			"--shard 2/8 is the second of eight; %d are the most", SHARDS_MOST);
	return false;
}

static bool number_in(const char *name, unsigned long *out)
{
	const char *text = getenv(name);
	char *end;
	*out = text ? strtoul(text, &end, 10) : 0;
	return text && *text && !*end;
}

/* Ranks as Open MPI, MPICH and SLURM tell them. */
static bool read_launcher(unsigned long *rank, unsigned long *size)
{
	static const char *const names[][2] = {
		{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMI_RANK", "PMI_SIZE"}, {"SLURM_PROCID", "SLURM_NTASKS"}};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (number_in(names[i][0], rank) && number_in(names[i][1], size))
			return *size > 1 && *rank < *size && *size <= SHARDS_MOST;
	return false;
}

bool tool_choose_shard(tool_sweeping *j)
{
	unsigned long rank, size;
	if (j->o.sweep.shard)
		return read_shard(j);
	if (j->o.sweep.merge || !read_launcher(&rank, &size))
		return true;
	if (!j->table) {
		sb_help(sb_report(j->diag, SB_ERROR, "U0756", (sb_span){0},
						  "%lu processes were started, which put their points together in a file", size),
				"name the table with -o FILE.csv, in a folder that all of them see");
		return false;
	}
	j->sweep.shard = (uint32_t)rank;
	j->sweep.shards = (uint32_t)size;
	j->by_launcher = true;
	return true;
}

bool tool_find_shards(tool_sweeping *j)
{
	st_sweep *s = &j->sweep;
	uint32_t shards = 0;
	for (uint32_t n = 2; n <= SHARDS_MOST && !shards; n++)
		for (uint32_t i = 0; i < n && i < 2 && !shards; i++)
			shards = sb_file_exists(st_journal_path(j->arena, j->table, i, n)) ? n : 0;
	if (!shards) {
		sb_help(sb_report(j->diag, SB_ERROR, "U0757", (sb_span){0}, "there are no shards of '%s'", j->table),
				"they are called %s.shard-1-of-8 and so on, and lie beside the table", j->table);
		return false;
	}
	s->shards = shards;
	bool good = true;
	for (uint32_t i = 0; i < shards; i++) {
		const char *path = st_journal_path(j->arena, j->table, i, shards);
		st_journal_found found = st_sweep_journal_read(s, path);
		if (found.state == ST_JOURNAL_WHOLE)
			continue;
		good = false;
		if (found.state == ST_JOURNAL_OTHER)
			sb_help(sb_report(j->diag, SB_ERROR, "U0751", (sb_span){0},
							  "'%s' has points of another model or of other settings", path),
					"shards are merged by the same line that has made them, with --merge instead of --shard");
		else
			sb_help(sb_report(j->diag, SB_ERROR, "U0758", (sb_span){0},
				"shard %u of %u is not complete: '%s' has %llu points",
							  i + 1, shards, path, (unsigned long long)found.entries),
					"let it go on with --shard %u/%u --resume", i + 1, shards);
	}
	return good;
}

typedef struct seen { off_t size; struct timespec changed; double since; bool whole; } seen;

/* Looks at one journal again. */
static void look(tool_sweeping *j, uint32_t i, seen *was)
{
	const char *path = st_journal_path(j->arena, j->table, i, j->sweep.shards);
	struct stat now;
	if (stat(path, &now) != 0)
		return;
	if (now.st_size == was->size && now.st_mtim.tv_sec == was->changed.tv_sec &&
		now.st_mtim.tv_nsec == was->changed.tv_nsec)
		return;
	bool whole = st_sweep_journal_read(&j->sweep, path).state == ST_JOURNAL_WHOLE;
	*was = (seen){now.st_size, now.st_mtim, sb_clock(), whole};
}

bool tool_await_shards(tool_sweeping *j)
{
	const double patience = 120;     /* seconds without a sign of life */
	st_sweep *s = &j->sweep;
	seen *was = sb_new_array(j->arena, seen, s->shards);
	double begun = sb_clock();
	for (;;) {
		uint32_t missing = 0, which = 0;
		double last = begun;
		for (uint32_t i = 1; i < s->shards; i++) {
			if (!was[i].whole)
				look(j, i, &was[i]);
			if (was[i].whole)
				continue;
			missing++;
			which = i;
			last = was[i].since > last ? was[i].since : last;
		}
		if (!missing || sb_stopped() != SB_GO_ON)
			return !missing;
		if (sb_clock() - last > patience) {
			sb_help(sb_report(j->diag, SB_ERROR, "U0758", (sb_span){0},
							  "shard %u of %u is not complete, and has given no sign of life for %.0f seconds",
							  	which + 1,
							  s->shards, patience),
					"start the same line again: it goes on with what is there");
			return false;
		}
		nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
	}
}

void tool_remove_shards(tool_sweeping *j)
{
	for (uint32_t i = 0; i < j->sweep.shards; i++)
		unlink(st_journal_path(j->arena, j->table, i, j->sweep.shards));
}
