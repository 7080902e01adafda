/* Atomic models between messages and equations: bridges.c. */
#ifndef SALTUS_DEVS_BRIDGES_H
#define SALTUS_DEVS_BRIDGES_H

#include "devs/devs.h"

saltus_function sd_receiver, sd_sender;

#endif
