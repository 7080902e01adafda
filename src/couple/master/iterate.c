/* Steps that are repeated: until the outputs at their end do not change any more, or by Newton's method. */
#include "couple/master/lead.h"

bool cp_iterate(cp_lead *m, double to)
{
	return cp_sweep(m, to, false);
}
