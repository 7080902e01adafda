/* Files: whole or not at all, and every failure is said. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

typedef struct fixture { sb_arena *arena; sb_diag *diag; char folder[64]; } fixture;

static int setup(void **state)
{
	fixture *f = calloc(1, sizeof *f);
	if (!f)
		return -1;
	f->arena = sb_arena_new();
	f->diag = sb_diag_new();
	strcpy(f->folder, "/tmp/saltus_file_XXXXXX");
	*state = f;
	return mkdtemp(f->folder) ? 0 : -1;
}

static int teardown(void **state)
{
	fixture *f = *state;
	sb_strings names = {0};
	sb_folder_list(f->arena, f->folder, &names);
	for (uint32_t i = 0; i < names.n; i++)
		remove(sb_path_join(f->arena, f->folder, names.at[i]));
	rmdir(f->folder);
	sb_diag_free(f->diag);
	sb_arena_free(f->arena);
	free(f);
	return 0;
}

static char *path_of(fixture *f, const char *name)
{
	return sb_path_join(f->arena, f->folder, name);
}

static char *put(fixture *f, const char *name, const char *text, size_t length)
{
	char *path = path_of(f, name);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
	return path;
}

static uint32_t files_in(fixture *f)
{
	sb_strings names = {0};
	assert_true(sb_folder_list(f->arena, f->folder, &names));
	return names.n;
}

static char *read_back(fixture *f, const char *path)
{
	size_t length;
	char *text = sb_file_read(f->arena, f->diag, (sb_span){0}, path, &length);
	assert_non_null(text);
	assert_int_equal(strlen(text), length);
	return text;
}

static void refuses(fixture *f, const char *path, const char *code)
{
	uint32_t before = sb_messages(f->diag);
	size_t length;
	assert_null(sb_file_read(f->arena, f->diag, (sb_span){0}, path, &length));
	assert_int_equal(sb_messages(f->diag), before + 1);
	assert_string_equal(sb_message_at(f->diag, before).code, code);
	assert_non_null(strstr(sb_message_at(f->diag, before).text, path));
}

static void text_is_read(void **state)
{
	fixture *f = *state;
	assert_string_equal(read_back(f, put(f, "a.mo", "model A\nend A;\n", 15)), "model A\nend A;\n");
	assert_string_equal(read_back(f, put(f, "empty.mo", "", 0)), "");
	assert_string_equal(read_back(f, put(f, "mark.mo", "\xef\xbb\xbfx", 4)), "x");
	assert_int_equal(sb_messages(f->diag), 0);
	assert_true(sb_file_exists(path_of(f, "a.mo")));
	assert_false(sb_file_exists(path_of(f, "b.mo")));
	assert_true(sb_is_folder(f->folder));
	assert_false(sb_is_folder(path_of(f, "a.mo")));
}

static void what_is_not_text_is_refused(void **state)
{
	fixture *f = *state;
	refuses(f, f->folder, "F0002");
	refuses(f, put(f, "zero.mo", "ab\0cd", 5), "F0004");
	refuses(f, put(f, "latin.mo", "a\nb\xe4z", 5), "F0005");
	assert_non_null(strstr(sb_message_at(f->diag, 2).text, "line 2 has the byte 0xe4"));
	char *huge = put(f, "huge.mo", "", 0);
	assert_int_equal(truncate(huge, (256 << 20) + 1), 0);
	refuses(f, huge, "F0006");
	refuses(f, "/dev/zero", "F0002");
}

static void a_missing_file_suggests_one_nearby(void **state)
{
	fixture *f = *state;
	put(f, "bouncing_ball.mo", "x", 1);
	refuses(f, path_of(f, "bouncing_bal.mo"), "F0001");
	assert_non_null(strstr(sb_message_at(f->diag, 0).help, "/bouncing_ball.mo'?"));
	refuses(f, path_of(f, "nowhere/a.mo"), "F0001");
	assert_non_null(strstr(sb_message_at(f->diag, 1).note, "there is no folder"));
}

static void output_appears_only_when_it_is_whole(void **state)
{
	fixture *f = *state;
	char *path = put(f, "out.csv", "old", 3);
	assert_int_equal(chmod(path, 0640), 0);
	sb_output out;
	assert_true(sb_output_open(&out, f->diag, path));
	fputs("new", out.stream);
	fflush(out.stream);
	assert_string_equal(read_back(f, path), "old");
	assert_true(sb_output_commit(&out, f->diag));
	assert_string_equal(read_back(f, path), "new");
	struct stat status;
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0640);
	assert_int_equal(files_in(f), 1);

	assert_true(sb_output_open(&out, f->diag, path));
	fputs("half", out.stream);
	sb_output_abandon(&out);
	sb_output_abandon(&out);
	assert_string_equal(read_back(f, path), "new");
	assert_int_equal(files_in(f), 1);
	assert_int_equal(sb_messages(f->diag), 0);
}

static void two_outputs_of_one_name_do_not_meet(void **state)
{
	fixture *f = *state;
	char *path = path_of(f, "out.csv");
	sb_output a, b;
	assert_true(sb_output_open(&a, f->diag, path));
	assert_true(sb_output_open(&b, f->diag, path));
	fputs("a", a.stream);
	fputs("b", b.stream);
	assert_true(sb_output_commit(&a, f->diag));
	assert_true(sb_output_commit(&b, f->diag));
	assert_string_equal(read_back(f, path), "b");
	assert_int_equal(files_in(f), 1);
}

static void a_link_is_followed(void **state)
{
	fixture *f = *state;
	char *path = put(f, "real.csv", "old", 3), *link = path_of(f, "link.csv");
	assert_int_equal(symlink("real.csv", link), 0);
	sb_output out;
	assert_true(sb_output_open(&out, f->diag, link));
	fputs("new", out.stream);
	assert_true(sb_output_commit(&out, f->diag));
	assert_string_equal(read_back(f, path), "new");
	struct stat status;
	assert_int_equal(lstat(link, &status), 0);
	assert_true(S_ISLNK(status.st_mode));
}

static void a_full_device_is_reported(void **state)
{
	fixture *f = *state;
	for (size_t length = 1; length < 1000000; length *= 1000) {       /* less and more than a buffer */
		uint32_t before = sb_messages(f->diag);
		sb_output out;
		assert_true(sb_output_open(&out, f->diag, "/dev/full"));
		for (size_t i = 0; i < length; i++)
			fputc('x', out.stream);
		assert_false(sb_output_commit(&out, f->diag));
		assert_int_equal(sb_messages(f->diag), before + 1);
		assert_string_equal(sb_message_at(f->diag, before).code, "F0011");
		assert_string_equal(sb_message_at(f->diag, before).text, "writing '/dev/full' failed: No space left on device");
		assert_null(out.stream);
	}
	assert_true(sb_file_exists("/dev/full"));
}

static void what_cannot_be_created_is_reported(void **state)
{
	fixture *f = *state;
	sb_output out;
	assert_false(sb_output_open(&out, f->diag, f->folder));
	assert_string_equal(sb_message_at(f->diag, 0).code, "F0010");
	assert_false(sb_output_open(&out, f->diag, path_of(f, "no/such/folder.csv")));
	assert_string_equal(sb_message_at(f->diag, 1).code, "F0010");
	assert_non_null(strstr(sb_message_at(f->diag, 1).help, "make it first"));
	assert_false(sb_output_open(&out, f->diag, ""));
	assert_int_equal(sb_errors(f->diag), 3);
	assert_int_equal(files_in(f), 0);
}

static void folders_are_listed_in_order(void **state)
{
	fixture *f = *state;
	put(f, "c", "", 0);
	put(f, "a", "", 0);
	put(f, "b", "", 0);
	sb_strings names = {0};
	assert_true(sb_folder_list(f->arena, f->folder, &names));
	assert_int_equal(names.n, 3);
	assert_string_equal(names.at[0], "a");
	assert_string_equal(names.at[2], "c");
	assert_false(sb_folder_list(f->arena, path_of(f, "none"), &names));
}

static void paths_join(void **state)
{
	fixture *f = *state;
	assert_string_equal(sb_path_join(f->arena, "a", "b"), "a/b");
	assert_string_equal(sb_path_join(f->arena, "a/", "b"), "a/b");
	assert_string_equal(sb_path_join(f->arena, "", "b"), "b");
	assert_string_equal(sb_path_join(f->arena, "a", "/b"), "/b");
}

static void the_clock_goes_forward(void **state)
{
	(void)state;
	double before = sb_clock();
	usleep(2000);
	assert_true(sb_clock() - before >= 0.002);
}

#define with_folder(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		with_folder(text_is_read),
		with_folder(what_is_not_text_is_refused),
		with_folder(a_missing_file_suggests_one_nearby),
		with_folder(output_appears_only_when_it_is_whole),
		with_folder(two_outputs_of_one_name_do_not_meet),
		with_folder(a_link_is_followed),
		with_folder(a_full_device_is_reported),
		with_folder(what_cannot_be_created_is_reported),
		with_folder(folders_are_listed_in_order),
		with_folder(paths_join),
		cmocka_unit_test(the_clock_goes_forward),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
