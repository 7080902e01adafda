/* Private to the room: peers in processes of their own. */
#ifndef SALTUS_COUPLE_PEER_PROCESS_H
#define SALTUS_COUPLE_PEER_PROCESS_H

#include "couple/peer/peer.h"

/* What a process of ours does: it answers requests on file 3 to file 4, and returns the status of its end. */
typedef int cp_served(const void *context);
cp_peer *cp_open_served(const cp_wanted *w, cp_served *served, const void *context, const char *kind);

#endif
