/* LAPACK and BLAS come from Debian, as static libraries. What they ask of the run-time library of FORTRAN is so little
 * that it is here: messages about wrong arguments, which are errors of the call, and the joining of two texts. */
#include "external/functions.h"

#include <string.h>

#define X(name, signature) void name(void);
SL_LAPACK(X)
#undef X

/* Here, so that who uses the table brings the functions below along, before the libraries. */
const sl_entry sl_lapack[] = {
#define X(name, signature) {#name, (void *)name, signature},
	SL_LAPACK(X)
#undef X
	{0}};

void xerbla_(const char *name, const int *argument, size_t length);
void _gfortran_concat_string(size_t room, char *to, size_t n, const char *a, size_t m, const char *b);

void xerbla_(const char *name, const int *argument, size_t length)
{
	while (length > 0 && name[length - 1] == ' ')
		length--;
	sl_fail("argument %d of LAPACK's %.*s has a value that is not allowed", *argument, (int)(length < 32 ? length : 32),
			name);
}

/* Texts of FORTRAN have a length, and are filled up with blanks. */
void _gfortran_concat_string(size_t room, char *to, size_t n, const char *a, size_t m, const char *b)
{
	memset(to, ' ', room);
	memcpy(to, a, n < room ? n : room);
	if (n < room)
		memcpy(to + n, b, m < room - n ? m : room - n);
}
