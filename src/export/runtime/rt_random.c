/* Generators of random numbers, as the equations ask them. Their states are variables of the model. */
#include "export/runtime/export_runtime.h"
#include "external/xorshift.h"

void rt_xorshift64star(rt_data *d, int site, const int *from, int *to, rt_real *y)
{
	(void)d, (void)site;
	*y = (rt_real)sl_xorshift64star(from, to);
}

void rt_xorshift128plus(rt_data *d, int site, const int *from, int *to, rt_real *y)
{
	(void)d, (void)site;
	*y = (rt_real)sl_xorshift128plus(from, to);
}

void rt_xorshift1024star(rt_data *d, int site, const int *from, int *to, rt_real *y)
{
	(void)d, (void)site;
	*y = (rt_real)sl_xorshift1024star(from, to);
}
