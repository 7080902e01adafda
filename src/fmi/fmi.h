/* FMUs: models of other tools, which come as an archive with a description in XML and a library or sources in C.
 *
 *     X.fmu ──describe──▶ fi_description ──package──▶ a folder, a library ──call──▶ a worker ──component──▶ operations
 *             XML, rules                   unpack,                  one instance,        of an opaque
 *                                          compile                  in a process         component (model/block.h)
 *
 *     describe    fmi_describe.h    modelDescription.xml of FMI 1.0, 2.0 and 3.0 as one description; the rules of the
 *                                   standards, each with its place and the section that has it
 *     package     fmi_package.h     the archive in a folder of the cache, its library, or its sources compiled here
 *     call        fmi_call.h        functions of three versions behind one set of requests; the process they run in
 *     component   fmi_component.h   an instance as an opaque component, by model exchange or co-simulation
 *
 * Everything an FMU brings is from anywhere. The archive and the XML are read with limits (base/zip.h, base/xml.h), and
 * its C runs in a process of its own unless the user says otherwise.
 *
 * How an FMU is a function. Operations of a component must be functions of their arguments (model/block.h), and an FMU
 * remembers. Its memory changes in two kinds of calls: at events (event mode, discrete states) and, in co-simulation,
 * in steps. Therefore the component has one discrete state, its *epoch*: a number that each event or step makes larger
 * by one. All that the FMU remembers is a function of the epoch and of what the run has given it before. Values between
 * two events depend on time, states, inputs and the epoch.
 *
 *     start          initialization mode. Outputs and rates are asked for in it, with inputs as they come, so loops
 * over
 *                    an FMU at the start are solved as all others are. `begin` ends it. It gives an event at once
 *     event 1        what follows from the initialization: discrete states, time of the next event, states that jump
 *     events         crossings of indicators, times that the FMU has asked for, steps after which it wants one, changes
 *                    of discrete inputs
 *     a step         of co-simulation: an event at each communication point
 *
 * An event takes the left limits of the inputs, so what an FMU gives behind an event never is a loop with what it reads
 * in it; a discrete input that changes in an instant is read in its next round. The update of an event is kept with its
 * arguments: asked again, it is told again. Asked with others, the FMU goes back to where it was, if it can (get and
 * set FMU state), or else iterates in event mode, as the standard has it.
 *
 * Messages: I00xx archives and descriptions, I004x libraries, I006x what an FMU has that a model cannot use, I008x the
 * commands.
 */
#ifndef SALTUS_FMI_FMI_H
#define SALTUS_FMI_FMI_H

#include <stdbool.h>

typedef enum fi_kind { FI_ANY, FI_EXCHANGE, FI_COSIMULATION } fi_kind;

/* What the user says about all FMUs of a model. */
typedef struct fi_options {
	fi_kind kind;                    /* FI_ANY: model exchange if there is one */
	bool in_process;                 /* no process of its own */
	bool log;                        /* all calls with their arguments, to stderr */
	double limit;                    /* seconds that a call may take; 0: the usual 60 */
	double step;                     /* of communication; 0: what the FMU says, or a 500th of its experiment */
	bool interpolate;                /* inputs of co-simulation go on straight, where the FMU can take that */
} fi_options;

#endif
