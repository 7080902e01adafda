/* Any text at all goes through the whole way from a netlist to a plan, at rest too, and to Modelica text: it must end
 * without a crash, and a failure must have a message. */
#include "front/spice/spice.h"
#include "structure/structure.h"
#include "whole_way.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sf_request request = request_of(data, size, "fuzz.cir");
	sf_writing made = {.arena = request.arena};
	require(sp_make(&request, &made) || sb_errors(request.diag) > 0);
	sb_text_free(&made.text);
	to_plan(&request);
	request.part = "rest";
	to_plan(&request);
	return end_of(&request);
}
