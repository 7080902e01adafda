/* Blocks in Python while they run (docs/pyblocks.md): a process python3 for each block, which has its function. Each
 * call sends the numbers of all items through a socket, and takes them back with what the function has changed.
 *
 *     Saltus ── header, once: lengths, the names and shapes of items, the texts of the model ──▶ python3
 *            ── call: what, which item counts, the time; all rows as doubles ──▶
 *            ◀── 'k', stop, refused; all rows        or  'e', a length, what has gone wrong ──
 *
 * What was not written comes back with the bits that it had, so it is found as in a block in C. The process ends when
 * its socket is closed; one that does not answer is killed. */
#include "external/cblock_inside.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/stock.h"
#include "base/stop.h"
#include "external/external.h"

enum { SAID_MOST = 800 };
/* why: what a process that has ended had done. */
struct sl_python { pid_t child; int socket; double *rows; size_t count; char why[SAID_MOST]; };

static const char program[] =
	"import sys, os, struct, socket, array, traceback, textwrap\n"
	"link = socket.socket(fileno=os.dup(0))\n"
	"os.dup2(os.open(os.devnull, os.O_RDONLY), 0)\n"
	"try:\n"
	"    import ctypes, signal\n"
	"    ctypes.CDLL(None).prctl(1, signal.SIGKILL)\n"
	"except Exception:\n"
	"    pass\n"
	"def take(n):\n"
	"    parts = []\n"
	"    while n:\n"
	"        part = link.recv(min(n, 1 << 20))\n"
	"        if not part:\n"
	"            os._exit(0)\n"
	"        parts.append(part)\n"
	"        n -= len(part)\n"
	"    return b''.join(parts)\n"
	"def text():\n"
	"    return take(struct.unpack('=i', take(4))[0]).decode()\n"
	"def number():\n"
	"    return struct.unpack('=i', take(4))[0]\n"
	"class Item:\n"
	"    def __init__(self, at, sizes, kind, whole):\n"
	"        self.at, self.sizes, self.kind, self.whole = at, sizes, kind, whole\n"
	"        self.count = 1\n"
	"        for n in sizes:\n"
	"            self.count *= n\n"
	"def build(values, sizes):\n"
	"    if not sizes:\n"
	"        return values[0]\n"
	"    n = len(values)//sizes[0] if sizes[0] else 0\n"
	"    return [build(values[k*n:(k + 1)*n], sizes[1:]) for k in range(sizes[0])]\n"
	"def spread(value, sizes, name):\n"
	"    if not sizes:\n"
	"        return [float(value)]\n"
	"    value = list(value)\n"
	"    if len(value) != sizes[0]:\n"
	"        raise ValueError(\"'%s' has %d elements, and gets %d\" % (name, sizes[0], len(value)))\n"
	"    return [x for v in value for x in spread(v, sizes[1:], name)]\n"
	"class Rows:\n"
	"    def __init__(self, what, items):\n"
	"        self.__dict__['_what'], self.__dict__['_items'] = what, items\n"
	"    def __getattr__(self, name):\n"
	"        if name not in self._items:\n"
	"            raise AttributeError(\"the block has no %s '%s'\" % (self._what, name))\n"
	"        i = self._items[name]\n"
	"        values = list(rows[i.at:i.at + i.count])\n"
	"        return build([int(v) for v in values] if i.whole else values, i.sizes)\n"
	"    def __setattr__(self, name, value):\n"
	"        if name not in self._items:\n"
	"            raise AttributeError(\"the block has no %s '%s'\" % (self._what, name))\n"
	"        i = self._items[name]\n"
	"        if i.kind in (0, 1, 6):\n"
	"            raise AttributeError(\"'%s' is read, and cannot be set\" % name)\n"
	"        rows[i.at:i.at + i.count] = array.array('d', spread(value, i.sizes, name))\n"
	"class Block(Rows):\n"
	"    def stop(self):\n"
	"        flags[0] = 1\n"
	"    def refuse(self):\n"
	"        flags[1] = 1\n"
	"name, source, function = text(), textwrap.dedent(text()), text()\n"
	"main, rate, residual, crossed, texts, at = {}, {}, {}, {}, {}, 0\n"
	"for _ in range(number()):\n"
	"    kind, type_, rank = number(), number(), number()\n"
	"    sizes = [number() for _ in range(rank)]\n"
	"    item = text()\n"
	"    i = Item(at, sizes, kind, type_ == 1)\n"
	"    if type_ == 2:\n"
	"        texts[item] = build([text() for _ in range(i.count)], sizes)\n"
	"        continue\n"
	"    main[item] = i\n"
	"    at += i.count\n"
	"    for more, when in ((rate, kind == 3), (residual, kind == 3), (crossed, kind == 5)):\n"
	"        if when:\n"
	"            more[item] = Item(at, sizes, kind if more is not crossed else 0, more is crossed)\n"
	"            at += i.count\n"
	"rows = array.array('d', bytes(8*at))\n"
	"block = Block('item', main)\n"
	"for key, value in dict(texts, name=name, time=float('nan'), user=None, wanted='', rate=Rows('state', rate),\n"
	"                       residual=Rows('state', residual), crossed=Rows('crossing', crossed)).items():\n"
	"    block.__dict__[key] = value\n"
	"Block.__setattr__ = lambda self, key, value: (self.__dict__.__setitem__(key, value) if key == 'user' else\n"
	"                                              Rows.__setattr__(self, key, value))\n"
	"calls = ['', 'initialise', 'states', 'start', 'outputs', 'rates', 'residuals', 'crossings', 'schedule',\n"
	"         'update', 'commit', 'terminate', 'jacobian', 'constraints']\n"
	"kinds = {4: 2, 5: 3, 7: 5}\n"
	"def fail(e):\n"
	"    where = ''\n"
	"    for frame in traceback.extract_tb(e.__traceback__):\n"
	"        if frame.filename == 'the block':\n"
	"            where = ' in line %d of its Python' % frame.lineno\n"
	"            lines = source.split('\\n')\n"
	"            if 0 < frame.lineno <= len(lines):\n"
	"                where += ' (%s)' % lines[frame.lineno - 1].strip()\n"
	"    if isinstance(e, SyntaxError) and e.lineno:\n"
	"        where = ' in line %d of its Python' % e.lineno\n"
	"    said = ('%s: %s%s' % (type(e).__name__, e.msg if isinstance(e, SyntaxError) else e, where)).encode()\n"
	"    link.sendall(b'e' + struct.pack('=i', len(said)) + said)\n"
	"flags, space, broken = [0, 0], {'__name__': 'block'}, None\n"
	"try:\n"
	"    exec(compile(source, 'the block', 'exec'), space)\n"
	"    if not callable(space.get(function)):\n"
	"        raise NameError(\"its Python has no function '%s'\" % function)\n"
	"except BaseException as e:\n"
	"    broken = e\n"
	"while True:\n"
	"    call, wanted, time = struct.unpack('=iid', take(16))\n"
	"    rows = array.array('d', take(8*len(rows)))\n"
	"    flags[:] = [0, 0]\n"
	"    named = [n for n, i in main.items() if i.kind == kinds.get(call)]\n"
	"    block.__dict__['time'] = time\n"
	"    block.__dict__['wanted'] = named[wanted - 1] if 0 < wanted <= len(named) else ''\n"
	"    try:\n"
	"        if broken:\n"
	"            raise broken\n"
	"        space[function](block, calls[call])\n"
	"        sys.stdout.flush()\n"
	"        link.sendall(b'k' + struct.pack('=ii', *flags) + rows.tobytes())\n"
	"    except BaseException as e:\n"
	"        fail(e)\n";

/* --------------------------------------------------------------------------------------------- the process */

static void end_child(sl_python *p)
{
	if (p->child <= 0)
		return;
	kill(-p->child, SIGKILL);
	while (waitpid(p->child, NULL, 0) < 0 && errno == EINTR)
		;
	sb_child_done(p->child);
	p->child = 0;
}

void sl_python_free(sl_python *p)
{
	if (!p)
		return;
	if (p->socket >= 0)
		close(p->socket);
	end_child(p);
	sb_put_back(p->rows);
	sb_put_back(p);
}

static _Noreturn void lose(sl_python *p, const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vsnprintf(p->why, sizeof p->why, format, list);
	va_end(list);
	end_child(p);
	sl_fail("its Python %s", p->why);
}

static void send_all(sl_python *p, const void *data, size_t size)
{
	for (const char *at = data; size > 0;) {
		ssize_t n = send(p->socket, at, size, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			lose(p, "has ended by itself: it has crashed, was killed, or has called exit");
		at += n;
		size -= (size_t)n;
	}
}

static void take_all(sl_python *p, void *to, size_t size, double limit)
{
	double since = sb_clock();
	for (char *at = to; size > 0;) {
		struct pollfd wait = {.fd = p->socket, .events = POLLIN};
		int ready = poll(&wait, 1, 200);
		if (ready == 0 && sb_clock() - since > limit)
			lose(p, "has not answered for %.9g s", limit);
		if (ready <= 0)
			continue;
		ssize_t n = recv(p->socket, at, size, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			lose(p, "has ended by itself: it has crashed, was killed, or has called exit");
		at += n;
		size -= (size_t)n;
	}
}

static void send_number(sl_python *p, int n) { send_all(p, &n, sizeof n); }

static void send_text(sl_python *p, const char *text)
{
	send_number(p, (int)strlen(text));
	send_all(p, text, strlen(text));
}

extern char **environ;

static pid_t start(char *python, int socket)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	char *argv[] = {python, "-c", (char *)program, NULL};
	pid_t child = 0;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, socket, 0);
	posix_spawn_file_actions_adddup2(&actions, 2, 1);        /* what it prints does not mix with results */
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	posix_spawnattr_setpgroup(&attributes, 0);
	int failed = posix_spawn(&child, python, &actions, &attributes, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return failed ? -1 : child;
}

static void send_header(sl_python *p, const sl_running *r)
{
	int n = 0;
	for (int k = 0; k < SALTUS_KINDS; k++)
		n += r->b.items[k].n;
	send_text(p, r->b.name);
	send_text(p, r->of->python);
	send_text(p, r->of->function);
	send_number(p, n);
	for (int k = 0; k < SALTUS_KINDS; k++)
		for (int i = 0; i < r->b.items[k].n; i++) {
			const saltus_item *item = &r->b.items[k].at[i];
			send_number(p, k);
			send_number(p, item->type);
			send_number(p, item->rank);
			for (int d = 0; d < item->rank; d++)
				send_number(p, item->sizes[d]);
			send_text(p, item->name);
			for (int e = 0; e < item->count && item->type == SALTUS_TEXT; e++)
				send_text(p, ((const char *const *)item->data)[e]);
		}
}

static sl_python *begin(void)
{
	sb_arena *arena = sb_arena_new();
	char *python = sb_program_find(arena, "python3");
	int pair[2];
	if (!python || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
		sb_arena_free(arena);
		sl_fail("it is written in Python, and the program python3 is not installed");
	}
	sl_python *p = sb_draw(NULL, sizeof *p);
	*p = (sl_python){.socket = pair[0], .child = start(python, pair[1])};
	close(pair[1]);
	sb_arena_free(arena);
	if (p->child <= 0) {
		sl_python_free(p);
		sl_fail("it is written in Python, and python3 cannot be started");
	}
	sb_child(p->child);
	return p;
}

/* ----------------------------------------------------------------------------------------------------- numbers */

/* The rows of an item, in the order of the program above. */
static int rows_of(const saltus_item *item, const void *rows[3], bool ints[3])
{
	int n = 0;
	if (item->type == SALTUS_TEXT)
		return 0;
	rows[n] = item->data, ints[n++] = item->type == SALTUS_INT;
	if (item->rate)
		rows[n] = item->rate, ints[n++] = false;
	if (item->residual)
		rows[n] = item->residual, ints[n++] = false;
	if (item->crossed)
		rows[n] = item->crossed, ints[n++] = true;
	return n;
}

static int read_whole(const saltus_item *item, double v)
{
	if (!(v >= INT_MIN && v <= INT_MAX) || v != floor(v))
		sl_fail("its Python sets '%s' to %.9g, which is no int", item->name, v);
	return (int)v;
}

static size_t count_rows(const sl_running *r)
{
	size_t count = 0;
	for (int k = 0; k < SALTUS_KINDS; k++)
		for (int i = 0; i < r->b.items[k].n; i++) {
			const void *rows[3];
			bool ints[3];
			count += (size_t)rows_of(&r->b.items[k].at[i], rows, ints) * (size_t)r->b.items[k].at[i].count;
		}
	return count;
}

/* All rows to `at`, or back from there. */
static void copy_rows(const sl_running *r, double *at, bool back)
{
	for (int k = 0; k < SALTUS_KINDS; k++)
		for (int i = 0; i < r->b.items[k].n; i++) {
			const saltus_item *item = &r->b.items[k].at[i];
			const void *rows[3];
			bool ints[3];
			int n = rows_of(item, rows, ints);
			for (int j = 0; j < n; j++)
				for (int e = 0; e < item->count; e++, at++) {
					if (!ints[j] && back)
						memcpy((double *)(uintptr_t)rows[j] + e, at, sizeof *at);        /* with the bits of a NaN */
					else if (!ints[j])
						memcpy(at, (const double *)rows[j] + e, sizeof *at);
					else if (back)
						((int *)(uintptr_t)rows[j])[e] = read_whole(item, *at);
					else
						*at = ((const int *)rows[j])[e];
				}
		}
}

static void take_answer(sl_running *r, sl_python *p)
{
	char how;
	int flags[2], length;
	double limit = r->of->limit;
	take_all(p, &how, 1, limit);
	if (how == 'e') {
		char said[SAID_MOST - 100];
		take_all(p, &length, sizeof length, limit);
		int kept = length < (int)sizeof said - 1 ? length : (int)sizeof said - 1;
		take_all(p, said, (size_t)kept, limit);
		said[kept] = 0;
		lose(p, "has failed: %s", said);
	}
	take_all(p, flags, sizeof flags, limit);
	take_all(p, p->rows, p->count * sizeof *p->rows, limit);
	r->b.stop = r->b.stop || flags[0];
	r->b.refused = flags[1];
	copy_rows(r, p->rows, true);
}

bool sl_python_lives(const sl_running *r)
{
	return r->python && r->python->child > 0;
}

void sl_python_call(sl_running *r, saltus_call which)
{
	struct { int call, wanted; double time; } head = {(int)which, r->b.wanted, r->b.time};
	if (!r->python) {
		r->python = begin();
		r->python->count = count_rows(r);
		r->python->rows = sb_draw(NULL, (r->python->count + 1) * sizeof *r->python->rows);
		send_header(r->python, r);
	}
	if (!r->python->child)
		sl_fail("its Python %s", r->python->why);
	copy_rows(r, r->python->rows, false);
	send_all(r->python, &head, sizeof head);
	send_all(r->python, r->python->rows, r->python->count * sizeof *r->python->rows);
	take_answer(r, r->python);
}
