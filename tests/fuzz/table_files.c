/* Any bytes at all as a file of tables, in each of its formats: it is read, or refused with a reason. What was read can
 * be added up. */
#include <stdint.h>
#include <stdlib.h>

#include "external/matrix.h"

static void check(bool read, sl_matrix *m, sb_text *why)
{
	volatile double sum = 0;
	if (read == (why->n > 0) || (read && !m->at))
		abort();
	for (size_t k = 0; read && k < m->rows * m->columns; k++)
		sum += m->at[k];
	if (read)
		free(m->at);
	sb_text_free(why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sl_matrix m;
	sb_text why = {0};
	char *text = sb_resize(NULL, size + 1);
	for (size_t k = 0; k < size; k++)
		text[k] = (char)data[k];
	text[size] = 0;
	check(sl_matrix_from_text(text, size, "a", &m, &why), &m, &why);
	check(sl_matrix_from_csv(text, size, ",", 0, &m, &why), &m, &why);
	check(sl_matrix_from_mat(data, size, "a", &m, &why), &m, &why);
	check(sl_matrix_from_mat(data, size, "s.a", &m, &why), &m, &why);
	free(text);
	return 0;
}
