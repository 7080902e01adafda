/* Study: what is done with whole models. The public interface (include/saltus.h) and the program `saltus` are both thin
 * layers over this. Its rooms, in order:
 *
 *     input        what drives the inputs of a model
 *     load         text to a program that can run, and parameters by name
 *     checkpoint   long runs that may be killed
 *     check        the classes of a library, and units
 *     measure      numbers that are read off the trajectory of a run
 *     many         runs with other values each time, on all cores; the journal of all studies
 *     sweep        designs of points, tables of what was measured, shards, indices
 *     course       studies: statements between runs of experiments
 *     experiment   what a program does with its model, over one run or many
 *     linear       linear systems: poles, zeros, responses, margins; it knows no model
 *     point        where a model stands: linearisation, equilibrium
 *     sensitivity  derivatives of a run by parameters, along its way
 *     optimise     parameters at which a number of a run is best, within bounds and constraints
 *     fit          parameters from measured curves
 *     draw         pictures of classes
 *     public       include/saltus.h
 */
#ifndef SALTUS_STUDY_STUDY_H
#define SALTUS_STUDY_STUDY_H

#include "study/check/study_check.h"
#include "study/course/study_course.h"
#include "study/experiment/experiment.h"
#include "study/load/load.h"
#include "study/many/many.h"
#include "study/measure/measure.h"
#include "study/optimise/optimise.h"
#include "study/analysis/study_analysis.h"
#include "study/point/point.h"
#include "study/fit/fit.h"
#include "study/sensitivity/sensitivity.h"

#endif
