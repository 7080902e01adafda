/* Pictures of linear systems. */
#include "study/point/point.h"

bool st_linear_draw(const st_linear *l, const char *model, const char *what, sb_diag *diag)
{
	(void)l, (void)model, (void)what, (void)diag;
	return true;
}
