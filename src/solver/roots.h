/* Small polynomials c[0] + c[1] s + c[2] s^2 + c[3] s^3, and where they first meet a level: in closed form. */
#ifndef SALTUS_SOLVER_ROOTS_H
#define SALTUS_SOLVER_ROOTS_H

static inline double sv_cubic(const double c[4], double s)
{
	return c[0] + s * (c[1] + s * (c[2] + s * c[3]));
}
void sv_shift(double c[4], double s);                    /* the same polynomial, from s on */
double sv_first_root(const double c[4], int degree);     /* the least root that is greater than 0; INFINITY: none */
/* The first s > 0 at which |c(s)| reaches `most`; 0: it is beyond already and does not come back at once. */
double sv_first_beyond(const double c[4], int degree, double most);

#endif
