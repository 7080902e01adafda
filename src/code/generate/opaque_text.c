/* A function that is an operation of an opaque component: numbers in a row to the service, numbers in a row back. */
#include "code/generate/generate.h"

#include "model/block.h"

void sc_opaque_text(sc_emitter *em, const sm_function *f)
{
	const struct sm_block_call *call = f->block;
	uint32_t numbers = 0, texts = 0;
	sc_line(em, "double sc_a[%u], sc_z[%u]; const char *sc_t[%u];", f->args + 1, f->results + 1, f->args + 1);
	for (uint32_t k = 0; k < f->args; k++)
		if (f->locals.at[k].type == SX_STRING)
			sc_line(em, "sc_t[%u] = v%u;", texts++, k);
		else
			sc_line(em, "sc_a[%u] = (double)v%u;", numbers++, k);
	for (uint32_t k = 0; k < f->results; k++)
		sc_line(em, "sc_z[%u] = 0;", k);
	sc_line(em, "d->services->block(d, %d, %u, %d, %u, (void (*)(void))%s, sc_a, sc_t, sc_z);", sc_site_here(em),
			call->block, (int)call->part, call->item, f->external ? f->external->symbol : "0");
	if (sc_result_returned(f))
		sc_line(em, "return (%s)sc_z[0];", sc_ctype(sc_result(f, 0)->type));
	for (uint32_t k = 0; k < f->results && !sc_result_returned(f); k++)
		sc_line(em, "*o%u = (%s)sc_z[%u];", f->args + k, sc_ctype(sc_result(f, k)->type), k);
}
