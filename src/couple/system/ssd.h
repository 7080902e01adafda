/* Private to the room: the description of a system as a tree, before connections become wires. */
#ifndef SALTUS_COUPLE_SSD_H
#define SALTUS_COUPLE_SSD_H

#include "base/xml.h"
#include "couple/system/couple_system.h"

typedef enum cp_side { CP_INPUT, CP_OUTPUT, CP_PARAMETER, CP_SHOWN } cp_side;    /* SHOWN: local, calculated, ... */
typedef struct cp_connector {
	const char *name, *unit;
	cp_side side;
	bool typed; cp_type type;
	sb_span span;
} cp_connector;

typedef struct cp_connection {
	const char *from, *from_port, *to, *to_port;     /* "" : the system around it */
	double factor, offset;
	bool plain_units;                                /* suppressUnitConversion */
	sb_span span, from_span, to_span;
} cp_connection;

/* A value of a parameter set, with its name seen from the element that has the binding. */
typedef struct cp_bound { const char *name, *text, *unit; sb_span span; bool used; } cp_bound;

typedef struct cp_element cp_element;
struct cp_element {
	const char *name, *full;                         /* full: with the names of the systems around it; "" of the root */
	const char *file, *type, *implementation, *folder;
	bool is_system, is_dictionary;
	cp_element *around;
	sb_vec(cp_connector) connectors;
	sb_vec(cp_element *) inside;
	sb_vec(cp_connection) connections;
	sb_vec(cp_bound) values;                         /* later ones win */
	const sb_xml_node *annotation;                   /* ours; NULL: none */
	uint32_t number;                                 /* of a component */
	sb_span span;
};

typedef struct cp_unit { const char *name; double factor, offset, power[8]; } cp_unit;   /* kg m s A K mol cd rad */

typedef struct cp_reader {
	cp_system *s;
	cp_element *root;
	sb_vec(cp_unit) units;
	uint32_t depth;
	const sb_xml_node *coupling;                     /* what the master is told; NULL: nothing */
} cp_reader;

/* system_package.c: the path of the description; NULL after messages. `folder`: where its files are. */
const char *cp_find_description(cp_system *s, const char *path, const char **folder);
sb_xml_node *cp_read_xml(cp_system *s, const char *path, sb_span where, const char *what);
bool cp_is(const sb_xml_node *node, const char *name);       /* whatever prefix it has */
const sb_xml_node *cp_child(const sb_xml_node *node, const char *name);
bool cp_real(cp_system *s, const sb_xml_node *node, const char *name, double usual, double *out);
bool cp_count(cp_system *s, const sb_xml_node *node, const char *name, uint32_t most, uint32_t *out);
/* A path in a description: inside of the folder of the system. NULL after a message. */
const char *cp_resolve(cp_system *s, const char *folder, const char *source, sb_span span);

/* ssd.c */
bool cp_read_description(cp_reader *r, const char *file, const char *folder, cp_element *into, sb_span where);
cp_connector *cp_find_connector(cp_element *e, const char *name);
/* parameter_values.c: the bindings of an element */
bool cp_read_bindings(cp_reader *r, cp_element *e, const sb_xml_node *list);
void cp_give_values(cp_reader *r, cp_element *e, cp_component *c);
cp_bound *cp_value_of(cp_element *e, const char *name);     /* of a connector or parameter; NULL: nobody gives it */
void cp_tell_unused(cp_reader *r, cp_element *e);
/* units.c */
void cp_read_units(cp_reader *r, const sb_xml_node *list);
/* Numbers in one unit as numbers in another one; false: they measure different things, or one is not known. */
bool cp_convert(const cp_reader *r, const char *from, const char *to, double *factor, double *offset);
/* annotations.c */
void cp_read_master(cp_reader *r, const sb_xml_node *annotation);
void cp_read_peer(cp_reader *r, const sb_xml_node *annotation, cp_component *c);
void cp_read_bonds(cp_reader *r);
const sb_xml_node *cp_our_annotation(const sb_xml_node *around, const char *name);
/* wires.c */
void cp_make_wires(cp_reader *r);

#endif
