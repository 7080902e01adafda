/* Any bytes at all as a coupled model of CD++: reading ends, with a text of Modelica or a message, and the text goes
 * the whole way to a plan. */
#include "front/cdpp/cdpp.h"
#include "structure/structure.h"
#include "whole_way.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sf_request request = request_of(data, size, "fuzz.ma");
	sf_writing made = {.arena = request.arena};
	bool good = dv_make(&request, &made);
	require(good == (sb_errors(request.diag) == 0));
	sb_text_free(&made.text);
	to_plan(&request);
	return end_of(&request);
}
