/* Private to this room: the functions of LAPACK that it calls, as FORTRAN declares them. Lengths of texts come last. */
#ifndef SALTUS_STUDY_LAPACK_CALLS_H
#define SALTUS_STUDY_LAPACK_CALLS_H

#include <stddef.h>

void dgesv_(const int *n, const int *nrhs, double *a, const int *lda, int *pivots, double *b, const int *ldb,
			int *info);
void dgecon_(const char *norm, const int *n, const double *a, const int *lda, const double *anorm, double *rcond,
			 double *work, int *iwork, int *info, size_t norm_length);
void dgesvd_(const char *jobu, const char *jobvt, const int *m, const int *n, double *a, const int *lda, double *s,
			 double *u, const int *ldu, double *vt, const int *ldvt, double *work, const int *lwork, int *info,
			 size_t jobu_length, size_t jobvt_length);
void dgeqp3_(const int *m, const int *n, double *a, const int *lda, int *pivots, double *tau, double *work,
			 const int *lwork, int *info);
void dgeevx_(const char *balance, const char *jobvl, const char *jobvr, const char *sense, const int *n, double *a,
			 const int *lda, double *wr, double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr, int *ilo,
			 int *ihi, double *scale, double *abnrm, double *rconde, double *rcondv, double *work, const int *lwork,
			 int *iwork, int *info, size_t balance_length, size_t jobvl_length, size_t jobvr_length,
			 size_t sense_length);
void dggev_(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *b, const int *ldb,
			double *alphar, double *alphai, double *beta, double *vl, const int *ldvl, double *vr, const int *ldvr,
			double *work, const int *lwork, int *info, size_t jobvl_length, size_t jobvr_length);
void dgehrd_(const int *n, const int *ilo, const int *ihi, double *a, const int *lda, double *tau, double *work,
			 const int *lwork, int *info);
void dorghr_(const int *n, const int *ilo, const int *ihi, double *a, const int *lda, const double *tau, double *work,
			 const int *lwork, int *info);

#endif
