/* MUSS: submodels, experiments and studies, in the words of Guasch (1987) and completed.
 *
 *     text ──lex, parse──▶ tree ──check──▶ tables of names ──write──▶ Modelica, with the places that each word is from
 *                                              └──▶ segments: what of a submodel can be called by itself
 *
 * A file is a package of blocks of text. A submodel has a static region (what there is), an initial region (once, in
 * the order of the text) and a dynamic region (equations, sorted later). An experiment is a submodel without inputs
 * that says how it is run. Everything behind this folder sees a package of Modelica: one submodel is one block, one
 * call is one component of it. A submodel can therefore be used in a model of Modelica, and blocks of Modelica in MUSS.
 *
 * The text that is made is never shown unless somebody asks for it (saltus convert). Every word of it carries the place
 * in the text of MUSS that it stands for (sb_origin), so that whatever is said later points there.
 *
 *     syntax     tokens and the tree
 *     check      names, types, and what is defined how often; messages in the words of MUSS
 *     segments   the digraph of a submodel, and its segments
 *     write      the tree as Modelica
 *
 * Messages have the letter N: N00 spelling and grammar, N01 names and types, N02 definitions and regions, N03 calls,
 * N04 experiments and studies.
 */
#ifndef SALTUS_FRONT_MUSS_H
#define SALTUS_FRONT_MUSS_H

#include "front/digraph.h"
#include "front/study_steps.h"
#include "front/written/written.h"

/* The package that a text of MUSS is: Modelica, with the places of its words. */
bool mu_make(const sf_request *request, sf_writing *out);                /* false after messages */

/* The text in one layout; false after messages. */
bool mu_format(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, sb_text *out);
/* Which class of the package is asked for; without a part the only experiment, or the last submodel. NULL after a
 * message. */
const char *mu_chosen(const sf_request *request);

/* Does the request name a study, or a text that has nothing else to run? */
bool mu_names_study(const sf_request *request);
const sf_study *mu_study(const sf_request *request);                     /* NULL after messages */
void mu_offer_studies(const sf_request *request, sf_offers *out);

/* The segments of the submodels of a text, or of the one that is asked for, as tables or as JSON (segments/
 * muss_segments.h). False after messages. */
bool mu_segments(const sf_request *request, bool json, sb_text *out);
/* The digraph of the one that is asked for, or of the last one. NULL after messages. */
sf_digraph *mu_digraph_of(const sf_request *request);

#endif
