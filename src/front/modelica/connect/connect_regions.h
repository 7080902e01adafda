/* Private to this room: connection sets over index sets (connect_regions.c) and their equations (connect_bundles.c). */
#ifndef SALTUS_MODELICA_CONNECT_REGIONS_H
#define SALTUS_MODELICA_CONNECT_REGIONS_H

#include "front/modelica/connect/connect_inside.h"

typedef struct mo_side {
	int32_t coordinate; /* -1: lo..hi are in one set */
	int64_t lo, hi;     /* of a coordinate: lo is the offset */
} mo_side;

struct mo_bundle;
typedef struct mo_region {
	struct mo_bundle *of;
	uint32_t key, rank; /* 2*variable + outside */
	mo_side *sides;
} mo_region;
typedef sb_vec(mo_region *) mo_region_list;

typedef struct mo_bundle {
	uint32_t n; /* coordinates */
	int64_t *lo, *hi;
	mo_region_list members;
	const mo_link *link;
	sm_domain domain; /* for equations: its coordinates as iterators, and the subscripts that they are */
	sx_ref *at;
} mo_bundle;

/* One partition: by faces, or with both faces of a variable as one. */
typedef struct mo_partition {
	mo_context *c;
	bool faces;
	sb_map regions_of; /* key -> region_list */
	sb_u32s keys;
	bool failed;
	uint64_t work;
} mo_partition;

/* All links joined; failed is set where they do not come out as a few regions. */
mo_partition mo_make_partition(mo_context *c, const mo_links *links, bool faces);
mo_region_list *mo_regions_of(const mo_partition *s, uint32_t key);

#endif
