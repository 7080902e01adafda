/* The first room of the engine: parts that know nothing of a run, nor of each other.
 *
 *     calendar   entries in order of time, priority, first in first out
 *     history    the past of delayed expressions
 *     profile    what is on its way between the ends of a transport
 *     random     streams of random numbers, and what is drawn from them
 *     search     changes of conditions inside a step, wherever their functions come from
 *     knots      places at which functions of time are narrow
 *     cycles     times that come closer and closer
 *
 * Each has a header that describes it completely, and each can be tested by itself (tests/unit/engine). */
#ifndef SALTUS_ENGINE_PARTS_H
#define SALTUS_ENGINE_PARTS_H

#include "engine/parts/calendar.h"
#include "engine/parts/cycles.h"
#include "engine/parts/history.h"
#include "engine/parts/knots.h"
#include "engine/parts/profile.h"
#include "engine/parts/random.h"
#include "engine/parts/search.h"



#endif
