/* Couple: systems whose parts are simulated each by its own solver, and led by a master (docs/cosimulation.md).
 *
 *     SYSTEM.ssp ──system──▶ cp_system ──peer──▶ cp_peer, one for each component ──master──▶ record, estimate
 *                  XML,      components,         models of Saltus, FMUs,            steps of communication
 *                  rules     wires               processes, libraries, circuits
 *
 *     peer      peer.h      one interface for all that can be coupled: look, step, save, restore
 *     system    couple_system.h    a system structure (SSP 1.0 and 2.0) as components and wires between scalars
 *     master    master.h    histories of outputs, sweeps, iterations, steps, and what the coupling costs in accuracy
 *
 * Values cross at communication points alone. Between two of them each peer goes its own way, with inputs as curves:
 * parabolas of time that the master makes of what it knows of the source. Everything a peer brings is from anywhere:
 * C runs in processes of its own, answers are checked, and each request has a limit.
 *
 * Messages: P000x packages and descriptions, P001x components, P002x connections and parameters, P003x peers,
 * P004x the master.
 */
#ifndef SALTUS_COUPLE_COUPLE_H
#define SALTUS_COUPLE_COUPLE_H

#include "couple/master/master.h"
#include "couple/system/couple_system.h"

#endif
