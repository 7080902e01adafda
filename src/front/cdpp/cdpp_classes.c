/* The classes of quantised bond graphs. */
#include "front/cdpp/cdpp.h"

#include <string.h>

#define SOURCES(X, F) \
	{"QBGSource" X "_Constant", "Sources.S" F, NULL, F, F[0], 1, NULL, ' ', true}, \
	{"QBGSource" X "_Step", "Sources.S" F "Step", NULL, F, F[0], 1, NULL, ' ', true}, \
	{"QBGSource" X "_Sine", "Sources.S" F "Sine", NULL, F, F[0], 1, NULL, ' ', true}, \
	{"QBGSource" X "_Pulse", "Sources.S" F "Pulse", NULL, F, F[0], 1, NULL, ' ', true}

static const dv_class classes[] = {
	{"QBGCapacitorFlowIn", "Elements.C", "C", "c", 'e', 1, "q0", ' ', false},
	{"QBGInductorEffortIn", "Elements.I", "I", "i", 'f', 1, "p0", ' ', false},
	{"QBGResistanceFlowIn", "Elements.R", "R", "r", 'e', 1, NULL, ' ', false},
	{"QBGResistanceEffortIn", "Elements.R", "R", "r", 'f', 1, NULL, ' ', false},
	SOURCES("Effort", "e"),
	SOURCES("Flow", "f"),
	{"QBGTransformer", "Elements.TF", "m", "n", '*', 2, NULL, ' ', false},
	{"QBGGyratorFlowIn", "Elements.GY", "m", "r", 'e', 2, NULL, ' ', false},
	{"QBGGyratorEffortIn", "Elements.GY", "m", "r", 'f', 2, NULL, ' ', false},
	{"QBGSerialJunction", "Junctions.J1", NULL, NULL, '*', 0, NULL, '1', false},
	{"QBGParallelJunction", "Junctions.J0", NULL, NULL, '*', 0, NULL, '0', false},
};
enum { CLASSES = sizeof classes / sizeof *classes };

const dv_class *dv_class_named(const char *name)
{
	for (int i = 0; i < CLASSES; i++)
		if (strcmp(classes[i].name, name) == 0)
			return &classes[i];
	return NULL;
}

const char *dv_nearest_class(const char *name)
{
	const char *names[CLASSES];
	for (int i = 0; i < CLASSES; i++)
		names[i] = classes[i].name;
	return sb_nearest(name, names, CLASSES);
}
