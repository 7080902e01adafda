/* The coefficients of Rodas5P (solver/rodas.c says what it is), for the solver of a run and for that of code that has
 * left Saltus. RT_SINGLE: in single precision. */
#ifndef SALTUS_CODE_RODAS_TABLE_H
#define SALTUS_CODE_RODAS_TABLE_H

#include "code/runtime/dense_factors.h"

enum { SC_RODAS_STAGES = 8 };

static const sc_real sc_rodas_gamma = (sc_real)0.21193756319429014;
static const sc_real sc_rodas_c[SC_RODAS_STAGES] = { 0, (sc_real)0.6358126895828704,
		(sc_real)0.4095798393397535, (sc_real)0.9769306725060716, (sc_real)0.4288403609558664,
	1, 1, 1 };
static const sc_real sc_rodas_d[SC_RODAS_STAGES] = { (sc_real)0.21193756319429014,
		(sc_real)-0.42387512638858027, (sc_real)-0.3384627126235924, (sc_real)1.8046452872882734,
	(sc_real)2.325825639765069, 0, 0, 0 };
/* Stages 7 and 8 and the result add the last k to the stage before. */
static const sc_real sc_rodas_a[6][5] = {
	{ 0 },
	{ (sc_real)3.0 },
	{ (sc_real)2.849394379747939, (sc_real)0.45842242204463923 },
	{ (sc_real)-6.954028509809101, (sc_real)2.489845061869568, (sc_real)-10.358996098473584 },
	{ (sc_real)2.8029986275628964, (sc_real)0.5072464736228206, (sc_real)-0.3988312541770524,
		(sc_real)-0.04721187230404641 },
	{ (sc_real)-7.502846399306121, (sc_real)2.561846144803919, (sc_real)-11.627539656261098,
		(sc_real)-0.18268767659942256, (sc_real)0.030198172008377946 },
};
static const sc_real sc_rodas_C[SC_RODAS_STAGES][SC_RODAS_STAGES - 1] = {
	{ 0 },
	{ (sc_real)-14.155112264123755 },
	{ (sc_real)-17.97296035885952, (sc_real)-2.859693295451294 },
	{ (sc_real)147.12150275711716, (sc_real)-1.41221402718213, (sc_real)71.68940251302358 },
	{ (sc_real)165.43517024871676, (sc_real)-0.4592823456491126, (sc_real)42.90938336958603,
		(sc_real)-5.961986721573306 },
	{ (sc_real)24.854864614690072, (sc_real)-3.0009227002832186, (sc_real)47.4931110020768,
		(sc_real)5.5814197821558125, (sc_real)-0.6610691825249471 },
	{ (sc_real)30.91273214028599, (sc_real)-3.1208243349937974, (sc_real)77.79954646070892,
		(sc_real)34.28646028294783, (sc_real)-19.097331116725623,
		(sc_real)-28.087943162872662 },
	{ (sc_real)37.80277123390563, (sc_real)-3.2571969029072276, (sc_real)112.26918849496327,
		(sc_real)66.9347231244047, (sc_real)-40.06618937091002,
		(sc_real)-54.66780262877968, (sc_real)-9.48861652309627 },
};

#endif
