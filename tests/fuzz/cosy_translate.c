/* Any text at all goes through the whole way from COSY to a plan: it must end without a crash, a failure must have a
 * message, and a model that has no message of an error must have a plan or say why it has none. */
#include "front/notation.h"
#include "structure/structure.h"
#include "whole_way.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sf_request request = request_of(data, size, "fuzz.cosy");
	to_plan(&request);
	return end_of(&request);
}
