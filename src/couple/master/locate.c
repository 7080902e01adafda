#include "couple/master/lead.h"
bool cp_locate(cp_lead *m, double *to)
{
	return cp_sweep(m, *to, false);
}
