/* Any text at all as the matrix expression of a model with inputs of several sizes, parameters and functions: it must
 * end without a crash, with a plan or with a message. Texts of the corpus are mutated, so that most of them have parts
 * that are right. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/modelica/modelica.h"
#include "structure/structure.h"

enum { LONGEST = 400 };

static void require(bool holds)
{
	if (!holds)
		abort();
}

static const char before[] =
	"model M\n"
	"  function f\n    input Integer n;\n    output Real y[n, 2] = ones(n, 2);\n  algorithm\n  end f;\n"
	"  parameter Real A[2, 2] = [1, 2; 3, 4], a = 2;\n  parameter Integer n = 2;\n"
	"  Real v1[2, 2] = A*time, v2 = 1 + time, v3[1, 3] = [1, 2, 3], v4[3] = {1, 2, 3}*time, v5[0, 2];\n"
	"  Real y[:, :] = matrixExpression(\"";
static const char after[] = "\", v1, v2, v3, v4, v5);\nend M;\n";

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	sb_text text = {0}, shown = {0};
	sb_add(&text, before);
	for (size_t i = 0; i < size && i < LONGEST && data[i]; i++) {
		if (data[i] == '"' || data[i] == '\\')
			sb_addc(&text, '\\');
		sb_addc(&text, (char)data[i]);
	}
	sb_add(&text, after);
	sm_model *model = mo_translate(&(sf_request){
		.arena = arena, .names = sb_names_new(arena), .diag = diag, .path = "fuzz.mo", .text = text.at, .part = "M"});
	require(model || sb_errors(diag) > 0);
	if (model && sb_errors(diag) == 0)
		require(ss_analyse(arena, model) || sb_errors(diag) > 0);
	sb_render(diag, 0, true, &shown);
	sb_text_free(&shown);
	sb_text_free(&text);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
