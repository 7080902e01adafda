/* The library: packages as folders, within clauses, package.order, versions, MODELICAPATH. Each test makes a folder of
 * files. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "unit/front/instance.h"

static char folder[] = "/tmp/saltus-library-XXXXXX";

static void put(const char *path, const char *text)
{
	char full[512];
	snprintf(full, sizeof full, "%s/%s", folder, path);
	for (char *slash = full + sizeof folder; (slash = strchr(slash, '/')) != NULL; *slash++ = '/') {
		*slash = 0;
		mkdir(full, 0777);
	}
	FILE *f = fopen(full, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
}

static int make_files(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return 1;
	put("Lib/package.mo", "package Lib constant Real k = 3; end Lib;");
	put("Lib/package.order", "k\nA\nSub\n");
	put("Lib/A.mo", "within Lib; model A Real x = k; Sub.B b; end A;");
	put("Lib/Sub/package.mo", "within Lib; package Sub end Sub;");
	put("Lib/Sub/B.mo", "within Lib.Sub; model B parameter Real r = 1; end B;");
	put("Old/package.mo", "package Old end Old;");
	put("Old/package.order", "Gone\n");
	put("Old/Wrong.mo", "within Old; model Other Real x; end Other;");
	put("Old/Lost.mo", "within Elsewhere; model Lost Real x; end Lost;");
	put("path/Many 3.2.3/package.mo", "package Many model M Real old; end M; end Many;");
	put("path/Many 4.0.0/package.mo", "package Many model M Real new_one; end M; end Many;");
	put("path/Many 4.0.0-dev/package.txt", "");
	put("path/Single.mo", "package Single model M Real single; end M; end Single;");
	put("alone/Alone.mo", "within Nowhere.At.All; model Alone Real x; end Alone;");
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	char command[600];
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	return system(command);
}

static made read_file(const char *path, const char *class_name)
{
	made m = start(NULL);
	mo_library_read(m.library, sb_printf(m.arena, "%s/%s", folder, path));
	instantiate(&m, class_name, NULL, 0);
	return m;
}

static void a_file_of_a_package_brings_its_package(void **state)
{
	(void)state;
	made m = read_file("Lib/A.mo", "Lib.A");
	require_ok(&m);
	require_class(&m, "b", "Lib.Sub.B");
	assert_string_equal(get(&m, "b")->type->class_def->within, "Lib.Sub");
	made_free(&m);
	m = read_file("Lib/Sub/B.mo", "Lib.A");
	require_ok(&m);
	made_free(&m);
	m = read_file("Lib/package.mo", "Lib.Sub.B");
	require_ok(&m);
	made_free(&m);
}

static void names_of_a_folder_are_known_before_they_are_read(void **state)
{
	(void)state;
	made m = read_file("Lib/package.mo", "Lib.Sub.C");
	require_message(&m, "M0238", 0);
	sb_strings names = {0};
	mo_library_names(m.library, mo_library_top(m.library, sb_intern(m.names, "Lib"))->class_def, &names);
	assert_int_equal(names.n, 2);
	made_free(&m);
}

static void the_newest_version_on_the_path_is_taken(void **state)
{
	(void)state;
	char path[200];
	snprintf(path, sizeof path, "/nonexistent:%s/path", folder);
	setenv("MODELICAPATH", path, 1);
	made m = start("model M Many.M a; Single.M b; end M;");
	instantiate(&m, "M", NULL, 0);
	unsetenv("MODELICAPATH");
	require_ok(&m);
	assert_non_null(find(&m, "a.new_one"));
	assert_non_null(find(&m, "b.single"));
	made_free(&m);
}

static void what_does_not_agree_is_reported(void **state)
{
	(void)state;
	made m = read_file("Old/package.mo", "Old.Wrong");
	assert_false(m.ok);
	bool order = false, name = false;
	for (uint32_t i = 0; i < sb_messages(m.diag); i++) {
		order |= strcmp(sb_message_at(m.diag, i).code, "M0223") == 0;
		name |= strcmp(sb_message_at(m.diag, i).code, "M0222") == 0;
	}
	assert_true(order && name);
	made_free(&m);
	m = read_file("Old/package.mo", "Old.Lost");
	assert_true(m.ok);
	assert_int_equal(sb_messages(m.diag), 2);
	assert_string_equal(sb_message_at(m.diag, 1).code, "M0235");
	made_free(&m);
	m = read_file("alone/Alone.mo", "Alone");
	assert_true(m.ok);
	require_message(&m, "M0221", 1);
	made_free(&m);
	m = start("model A Real x; end A; model A Real y; end A;");
	require_message(&m, "M0232", 1);
	made_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_of_a_package_brings_its_package),
		cmocka_unit_test(names_of_a_folder_are_known_before_they_are_read),
		cmocka_unit_test(the_newest_version_on_the_path_is_taken),
		cmocka_unit_test(what_does_not_agree_is_reported),
	};
	return cmocka_run_group_tests(tests, make_files, remove_files);
}
