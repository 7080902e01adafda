/* What functions remember from call to call without an external object: it belongs to a run. */
#ifndef SALTUS_EXTERNAL_STATE_H
#define SALTUS_EXTERNAL_STATE_H

#include <stdint.h>

#include "external/external.h"

struct sl_state {
	uint64_t random[16];           /* of impureRandom */
	int random_place, random_id;
	bool random_is_set;
};

sl_state *sl_run_state(void);      /* of the run that calls; fails if it has none */

#endif
