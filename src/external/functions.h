/* The names of all functions of this folder in one list, and their declarations in groups. The table of sl_find is made
 * of the list. */
#ifndef SALTUS_EXTERNAL_FUNCTIONS_H
#define SALTUS_EXTERNAL_FUNCTIONS_H

#include "external/external.h"

typedef struct sl_entry { const char *name; void *function; const char *signature; } sl_entry;

/* Each with its signature: a letter for the result and one for each argument. v nothing, d double, i int, n size_t, s
 * const char *, o void * (an external object), and pointers to several or to results: D double *, I int *, S const char
 * **. Empty: not for models. */
#define SL_FUNCTIONS(X) \
	X(ModelicaMessage, "vs") \
	X(ModelicaWarning, "vs") \
	X(ModelicaFormatMessage, "") \
	X(ModelicaFormatWarning, "") \
	X(ModelicaVFormatMessage, "") \
	X(ModelicaVFormatWarning, "") \
	X(ModelicaError, "vs") \
	X(ModelicaFormatError, "") \
	X(ModelicaVFormatError, "") \
	X(ModelicaAllocateString, "sn") \
	X(ModelicaAllocateStringWithErrorReturn, "sn") \
	X(ModelicaDuplicateString, "ss") \
	X(ModelicaDuplicateStringWithErrorReturn, "ss") \
	X(ModelicaStandardTables_CombiTable1D_init, "ossDnnIni") \
	X(ModelicaStandardTables_CombiTable1D_init2, "ossDnnIniii") \
	X(ModelicaStandardTables_CombiTable1D_init3, "ossDnnIniiisi") \
	X(ModelicaStandardTables_CombiTable1D_close, "vo") \
	X(ModelicaStandardTables_CombiTable1D_getValue, "doid") \
	X(ModelicaStandardTables_CombiTable1D_getDerValue, "doidd") \
	X(ModelicaStandardTables_CombiTable1D_getDer2Value, "doiddd") \
	X(ModelicaStandardTables_CombiTable1D_minimumAbscissa, "do") \
	X(ModelicaStandardTables_CombiTable1D_maximumAbscissa, "do") \
	X(ModelicaStandardTables_CombiTable1D_read, "doii") \
	X(ModelicaStandardTables_CombiTable2D_init, "ossDnni") \
	X(ModelicaStandardTables_CombiTable2D_init2, "ossDnniii") \
	X(ModelicaStandardTables_CombiTable2D_init3, "ossDnniiisi") \
	X(ModelicaStandardTables_CombiTable2D_close, "vo") \
	X(ModelicaStandardTables_CombiTable2D_getValue, "dodd") \
	X(ModelicaStandardTables_CombiTable2D_getDerValue, "dodddd") \
	X(ModelicaStandardTables_CombiTable2D_getDer2Value, "dodddddd") \
	X(ModelicaStandardTables_CombiTable2D_minimumAbscissa, "voD") \
	X(ModelicaStandardTables_CombiTable2D_maximumAbscissa, "voD") \
	X(ModelicaStandardTables_CombiTable2D_read, "doii") \
	X(ModelicaStandardTables_CombiTimeTable_init, "ossDnndInii") \
	X(ModelicaStandardTables_CombiTimeTable_init2, "ossDnndIniidii") \
	X(ModelicaStandardTables_CombiTimeTable_init3, "ossDnndIniidiisi") \
	X(ModelicaStandardTables_CombiTimeTable_close, "vo") \
	X(ModelicaStandardTables_CombiTimeTable_getValue, "doiddd") \
	X(ModelicaStandardTables_CombiTimeTable_getDerValue, "doidddd") \
	X(ModelicaStandardTables_CombiTimeTable_getDer2Value, "doiddddd") \
	X(ModelicaStandardTables_CombiTimeTable_minimumTime, "do") \
	X(ModelicaStandardTables_CombiTimeTable_maximumTime, "do") \
	X(ModelicaStandardTables_CombiTimeTable_nextTimeEvent, "dod") \
	X(ModelicaStandardTables_CombiTimeTable_place, "dod") \
	X(ModelicaStandardTables_CombiTimeTable_read, "doii") \
	X(ModelicaIO_readMatrixSizes, "vssI") \
	X(ModelicaIO_readRealMatrix, "vssDnni") \
	X(ModelicaIO_writeRealMatrix, "issDnnis") \
	X(ModelicaStrings_substring, "ssii") \
	X(ModelicaStrings_length, "is") \
	X(ModelicaStrings_compare, "issi") \
	X(ModelicaStrings_skipWhiteSpace, "isi") \
	X(ModelicaStrings_scanIdentifier, "vsiIS") \
	X(ModelicaStrings_scanInteger, "vsiiII") \
	X(ModelicaStrings_scanReal, "vsiiID") \
	X(ModelicaStrings_scanString, "vsiIS") \
	X(ModelicaStrings_hashString, "is") \
	X(ModelicaInternal_mkdir, "vs") \
	X(ModelicaInternal_rmdir, "vs") \
	X(ModelicaInternal_stat, "is") \
	X(ModelicaInternal_rename, "vss") \
	X(ModelicaInternal_removeFile, "vs") \
	X(ModelicaInternal_copyFile, "vss") \
	X(ModelicaInternal_readDirectory, "vsiS") \
	X(ModelicaInternal_getNumberOfFiles, "is") \
	X(ModelicaInternal_fullPathName, "ss") \
	X(ModelicaInternal_temporaryFileName, "s") \
	X(ModelicaStreams_closeFile, "vs") \
	X(ModelicaInternal_print, "vss") \
	X(ModelicaInternal_countLines, "is") \
	X(ModelicaInternal_readFile, "vsSn") \
	X(ModelicaInternal_readLine, "ssiI") \
	X(ModelicaInternal_chdir, "vs") \
	X(ModelicaInternal_getcwd, "si") \
	X(ModelicaInternal_getenv, "vsiSI") \
	X(ModelicaInternal_setenv, "vssi") \
	X(ModelicaInternal_getTime, "vIIIIIII") \
	X(ModelicaInternal_getpid, "i") \
	X(ModelicaInternal_exit, "vi") \
	X(ModelicaRandom_xorshift64star, "vIID") \
	X(ModelicaRandom_xorshift128plus, "vIID") \
	X(ModelicaRandom_xorshift1024star, "vIID") \
	X(ModelicaRandom_setInternalState_xorshift1024star, "vIni") \
	X(ModelicaRandom_impureRandom_xorshift1024star, "di") \
	X(ModelicaRandom_automaticGlobalSeed, "id") \
	X(ModelicaRandom_convertRealToIntegers, "vdI") \
	X(ModelicaFFT_kiss_fftr, "iDnDnDD") \
	X(Saltus_tableSlopes, "vDnDiD") \
	X(Saltus_signalChannels, "is") \
	X(Saltus_signalType, "sss")

/* Of LAPACK, which is FORTRAN: everything goes by pointer, and the lengths of texts follow behind. They are called by
 * generated code only, which declares them by their signatures. */
#define SL_LAPACK(X) \
	X(dgbsv_, "vIIIIDIIDII") \
	X(dgebal_, "vsIDIIIDI") \
	X(dgecon_, "vsIDIDDDII") \
	X(dgees_, "vssIIDIIDDDIDIII") \
	X(dgeev_, "vssIDIDDDIDIDII") \
	X(dgeevx_, "vssssIDIDDDIDIIIDDDDDIII") \
	X(dgehrd_, "vIIIDIDDII") \
	X(dgels_, "vsIIIDIDIDII") \
	X(dgelsy_, "vIIIDIDIIDIDII") \
	X(dgeqp3_, "vIIDIIDDII") \
	X(dgeqrf_, "vIIDIDDII") \
	X(dgesdd_, "vsIIDIDDIDIDIII") \
	X(dgesv_, "vIIDIIDII") \
	X(dgesvd_, "vssIIDIDDIDIDII") \
	X(dgesvx_, "vssIIDIDIIsDDDIDIDDDDII") \
	X(dgetrf_, "vIIDIII") \
	X(dgetri_, "vIDIIDII") \
	X(dgetrs_, "vsIIDIIDII") \
	X(dggev_, "vssIDIDIDDDDIDIDII") \
	X(dggevx_, "vssssIDIDIDDDDIDIIIDDDDDDDIIII") \
	X(dgges_, "vsssIIDIDIIDDDDIDIDIII") \
	X(dgglse_, "vIIIDIDIDDDDII") \
	X(dgtsv_, "vIIDDDDII") \
	X(dhgeqz_, "vsssIIIDIDIDDDDIDIDII") \
	X(dhseqr_, "vssIIIDIDDDIDII") \
	X(dlange_, "dsIIDID") \
	X(dorghr_, "vIIIDIDDII") \
	X(dorgqr_, "vIIIDIDDII") \
	X(dormhr_, "vssIIIIDIDDIDII") \
	X(dormqr_, "vssIIIDIDDIDII") \
	X(dpotrf_, "vsIDII") \
	X(dtgsen_, "vIIIIIDIDIDDDDIDIIDDDDIIII") \
	X(dtrevc_, "vssIIDIDIDIIIDI") \
	X(dtrsen_, "vssIIDIDIDDIDDDIIII") \
	X(dtrsm_, "vssssIIDDIDI") \
	X(dtrsyl_, "vssIIIDIDIDIDI")

/* utilities.c */
void ModelicaMessage(const char *text);
void ModelicaWarning(const char *text);
void ModelicaFormatMessage(const char *format, ...) __attribute__((format(printf, 1, 2)));
void ModelicaFormatWarning(const char *format, ...) __attribute__((format(printf, 1, 2)));
void ModelicaVFormatMessage(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
void ModelicaVFormatWarning(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
_Noreturn void ModelicaError(const char *text);
_Noreturn void ModelicaFormatError(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void ModelicaVFormatError(const char *format, va_list list) __attribute__((format(printf, 1, 0)));
char *ModelicaAllocateString(size_t length);
char *ModelicaAllocateStringWithErrorReturn(size_t length);
char *ModelicaDuplicateString(const char *text);
char *ModelicaDuplicateStringWithErrorReturn(const char *text);

/* table1d.c, table2d.c, table_time.c. Names as in Modelica.Blocks.Types: tables of one variable, of two, and of time.
 * `wanted` are the columns that values are asked of, counted from 1. */
void *ModelicaStandardTables_CombiTable1D_init(const char *name, const char *file, const double *at, size_t rows,
											   size_t columns, const int *wanted, size_t count, int smoothness);
void *ModelicaStandardTables_CombiTable1D_init2(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, const int *wanted, size_t count, int smoothness,
												int extrapolation, int verbose);
void *ModelicaStandardTables_CombiTable1D_init3(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, const int *wanted, size_t count, int smoothness,
												int extrapolation, int verbose, const char *delimiter,
												int header_lines);
void ModelicaStandardTables_CombiTable1D_close(void *object);
double ModelicaStandardTables_CombiTable1D_getValue(void *object, int column, double u);
double ModelicaStandardTables_CombiTable1D_getDerValue(void *object, int column, double u, double der_u);
double ModelicaStandardTables_CombiTable1D_getDer2Value(void *object, int column, double u, double der_u,
														double der2_u);
double ModelicaStandardTables_CombiTable1D_minimumAbscissa(void *object);
double ModelicaStandardTables_CombiTable1D_maximumAbscissa(void *object);
double ModelicaStandardTables_CombiTable1D_read(void *object, int force, int verbose);

void *ModelicaStandardTables_CombiTable2D_init(const char *name, const char *file, const double *at, size_t rows,
											   size_t columns, int smoothness);
void *ModelicaStandardTables_CombiTable2D_init2(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, int smoothness, int extrapolation, int verbose);
void *ModelicaStandardTables_CombiTable2D_init3(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, int smoothness, int extrapolation, int verbose,
												const char *delimiter, int header_lines);
void ModelicaStandardTables_CombiTable2D_close(void *object);
double ModelicaStandardTables_CombiTable2D_getValue(void *object, double u1, double u2);
double ModelicaStandardTables_CombiTable2D_getDerValue(void *object, double u1, double u2, double der_u1,
													   double der_u2);
double ModelicaStandardTables_CombiTable2D_getDer2Value(void *object, double u1, double u2, double der_u1,
														double der_u2, double der2_u1, double der2_u2);
void ModelicaStandardTables_CombiTable2D_minimumAbscissa(void *object, double *least);
void ModelicaStandardTables_CombiTable2D_maximumAbscissa(void *object, double *most);
double ModelicaStandardTables_CombiTable2D_read(void *object, int force, int verbose);

void *ModelicaStandardTables_CombiTimeTable_init(const char *name, const char *file, const double *at, size_t rows,
												 size_t columns, double start, const int *wanted, size_t count,
												 int smoothness, int extrapolation);
void *ModelicaStandardTables_CombiTimeTable_init2(const char *file, const char *name, const double *at, size_t rows,
												  size_t columns, double start, const int *wanted, size_t count,
												  int smoothness, int extrapolation, double shift, int events,
												  int verbose);
void *ModelicaStandardTables_CombiTimeTable_init3(const char *file, const char *name, const double *at, size_t rows,
												  size_t columns, double start, const int *wanted, size_t count,
												  int smoothness, int extrapolation, double shift, int events,
												  int verbose, const char *delimiter, int header_lines);
void ModelicaStandardTables_CombiTimeTable_close(void *object);
double ModelicaStandardTables_CombiTimeTable_getValue(void *object, int column, double time, double next,
													  double before);
double ModelicaStandardTables_CombiTimeTable_getDerValue(void *object, int column, double time, double next,
														 double before, double der_time);
double ModelicaStandardTables_CombiTimeTable_getDer2Value(void *object, int column, double time, double next,
														  double before, double der_time, double der2_time);
double ModelicaStandardTables_CombiTimeTable_minimumTime(void *object);
double ModelicaStandardTables_CombiTimeTable_maximumTime(void *object);
double ModelicaStandardTables_CombiTimeTable_nextTimeEvent(void *object, double time);
/* Of our own: grows with time, and is a whole number at each point of the table, whatever its events are. */
double ModelicaStandardTables_CombiTimeTable_place(void *object, double time);
double ModelicaStandardTables_CombiTimeTable_read(void *object, int force, int verbose);

/* matrix_io.c */
void ModelicaIO_readMatrixSizes(const char *file, const char *name, int *sizes);
void ModelicaIO_readRealMatrix(const char *file, const char *name, double *at, size_t rows, size_t columns,
							   int verbose);
int ModelicaIO_writeRealMatrix(const char *file, const char *name, const double *at, size_t rows, size_t columns,
							   int append, const char *version);

/* lapack.c: those of LAPACK, ended by one without a name */
extern const sl_entry sl_lapack[];

/* strings.c */
const char *ModelicaStrings_substring(const char *text, int first, int last);
int ModelicaStrings_length(const char *text);
int ModelicaStrings_compare(const char *a, const char *b, int case_sensitive);
int ModelicaStrings_skipWhiteSpace(const char *text, int place);
void ModelicaStrings_scanIdentifier(const char *text, int place, int *next, const char **name);
void ModelicaStrings_scanInteger(const char *text, int place, int is_unsigned, int *next, int *number);
void ModelicaStrings_scanReal(const char *text, int place, int is_unsigned, int *next, double *number);
void ModelicaStrings_scanString(const char *text, int place, int *next, const char **found);
int ModelicaStrings_hashString(const char *text);

/* system.c */
void ModelicaInternal_mkdir(const char *name);
void ModelicaInternal_rmdir(const char *name);
int ModelicaInternal_stat(const char *name);
void ModelicaInternal_rename(const char *from, const char *to);
void ModelicaInternal_removeFile(const char *name);
void ModelicaInternal_copyFile(const char *from, const char *to);
void ModelicaInternal_readDirectory(const char *name, int count, const char **names);
int ModelicaInternal_getNumberOfFiles(const char *name);
const char *ModelicaInternal_fullPathName(const char *name);
const char *ModelicaInternal_temporaryFileName(void);
void ModelicaStreams_closeFile(const char *name);
void ModelicaInternal_print(const char *text, const char *name);
int ModelicaInternal_countLines(const char *name);
void ModelicaInternal_readFile(const char *name, const char **lines, size_t count);
const char *ModelicaInternal_readLine(const char *name, int number, int *at_end);
void ModelicaInternal_chdir(const char *name);
const char *ModelicaInternal_getcwd(int dummy);
void ModelicaInternal_getenv(const char *name, int to_slash, const char **content, int *exists);
void ModelicaInternal_setenv(const char *name, const char *value, int from_slash);
void ModelicaInternal_getTime(int *ms, int *second, int *minute, int *hour, int *day, int *month, int *year);
int ModelicaInternal_getpid(void);
void ModelicaInternal_exit(int status);

/* table_slopes.c */
void Saltus_tableSlopes(const double *x, size_t n, const double *y, int method, double *slopes);

/* matrix_io.c */
int Saltus_signalChannels(const char *file);
const char *Saltus_signalType(const char *file, const char *name);

/* random.c, fft.c */
void ModelicaRandom_xorshift64star(const int *from, int *to, double *y);
void ModelicaRandom_xorshift128plus(const int *from, int *to, double *y);
void ModelicaRandom_xorshift1024star(const int *from, int *to, double *y);
void ModelicaRandom_setInternalState_xorshift1024star(const int *from, size_t n, int id);
double ModelicaRandom_impureRandom_xorshift1024star(int id);
int ModelicaRandom_automaticGlobalSeed(double dummy);
void ModelicaRandom_convertRealToIntegers(double value, int *halves);
int ModelicaFFT_kiss_fftr(const double *u, size_t n, double *room, size_t room_size, double *amplitudes,
						  double *phases);

#endif
