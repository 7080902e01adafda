/* What is made of a finished graph and a run of the model: two derivations side by side (bond_compare.h), and
 * quantised components, as CD++ reads them (bond_devs.h). */
#ifndef SALTUS_BOND_CHECK_H
#define SALTUS_BOND_CHECK_H

#include "bond/check/bond_compare.h"
#include "bond/check/bond_devs.h"

#endif
