// Whole numbers in the types of C that a block asks for: parameters, inputs, outputs and discrete states of 8 to 64
// bits, with and without a sign, up to their limits, and wrapping where the C wraps.
//! class Around
//! run --stop 9.5
// a counter of 8 bits turns over (E9.4), one without a sign at 255
//! value [right('c.n', t) for t in (0, 1, 2, 3, 4)] = [125, 126, 127, -128, -127]
//! value [right('c.m', t) for t in (0, 1, 2, 3, 4)] = [254, 255, 0, 1, 2]
//! final all.y[1] = -128
//! final all.y[2] = 255
//! final all.y[3] = -32768
//! final all.y[4] = 65535
//! final all.y[5] = -2147483648
//! final all.y[6] = 4294967295
//! final all.y[7] = 900719925474099
//! final all.sizes = 1122448
//! class Blank
//! run --stop 1
// numbers that happen to be what stands there before the call
//! final b.y = -91
//! final b.z[1] = 23130
//! final b.z[2] = 42405
package Stored
  block Counters
    input Activation e;
    output Integer n(start = 0, fixed = true) annotation(__Saltus(stored = "int8"));
    output Integer m(start = 0, fixed = true) annotation(__Saltus(stored = "uint8"));
    Integer k(start = 125, fixed = true) annotation(__Saltus(stored = "int8"));
    Integer l(start = 254, fixed = true) annotation(__Saltus(stored = "uint8"));
  external "C" stored_counters() annotation(Include = "
#include <saltus_block.h>
#include <stdint.h>
void stored_counters(saltus_block *b, saltus_call call)
{
	if (call == SALTUS_OUTPUTS) {
		saltus_output_as(b, 1, int8_t)[0] = saltus_discrete_as(b, 1, int8_t)[0];
		saltus_output_as(b, 2, uint8_t)[0] = saltus_discrete_as(b, 2, uint8_t)[0];
	}
	if (call == SALTUS_UPDATE) {
		saltus_discrete_as(b, 1, int8_t)[0] += (int8_t)1;
		saltus_discrete_as(b, 2, uint8_t)[0] += (uint8_t)1;
	}
}");
  end Counters;

  block All
    parameter Integer p = -128 annotation(__Saltus(stored = "int8"));
    input Integer a annotation(__Saltus(stored = "uint8"));
    input Integer b annotation(__Saltus(stored = "int16"));
    input Integer c annotation(__Saltus(stored = "uint16"));
    input Integer d annotation(__Saltus(stored = "int32"));
    input Integer e annotation(__Saltus(stored = "uint32"));
    input Integer f annotation(__Saltus(stored = "int64"));
    output Integer y[7] annotation(__Saltus(stored = "int64"));
    output Integer sizes annotation(__Saltus(stored = "uint64"));
  external "C" stored_all() annotation(Include = "
#include <saltus_block.h>
#include <stdint.h>
void stored_all(saltus_block *b, saltus_call call)
{
	if (call != SALTUS_OUTPUTS)
		return;
	int64_t *y = saltus_output_as(b, 1, int64_t);
	y[0] = saltus_parameter_as(b, 1, int8_t)[0];
	y[1] = saltus_input_as(b, 1, uint8_t)[0];
	y[2] = saltus_input_as(b, 2, int16_t)[0];
	y[3] = saltus_input_as(b, 3, uint16_t)[0];
	y[4] = saltus_input_as(b, 4, int32_t)[0];
	y[5] = saltus_input_as(b, 5, uint32_t)[0];
	y[6] = saltus_input_as(b, 6, int64_t)[0];
	saltus_output_as(b, 2, uint64_t)[0] = sizeof *saltus_parameter_as(b, 1, int8_t)*1000000
		+ sizeof *saltus_input_as(b, 1, uint8_t)*100000 + sizeof *saltus_input_as(b, 2, int16_t)*10000
		+ sizeof *saltus_input_as(b, 3, uint16_t)*1000 + sizeof *saltus_input_as(b, 4, int32_t)*100
		+ sizeof *saltus_input_as(b, 5, uint32_t)*10 + sizeof *saltus_input_as(b, 6, int64_t);
}");
  end All;

  block BlankOutputs
    output Integer y annotation(__Saltus(stored = "int8"));
    output Integer z[2] annotation(__Saltus(stored = "uint16"));
  external "C" stored_blank() annotation(Include = "
#include <saltus_block.h>
#include <stdint.h>
void stored_blank(saltus_block *b, saltus_call call)
{
	if (call != SALTUS_OUTPUTS)
		return;
	saltus_output_as(b, 1, int8_t)[0] = (int8_t)0xa5;
	saltus_output_as(b, 2, uint16_t)[0] = 0x5a5a;
	saltus_output_as(b, 2, uint16_t)[1] = 0xa5a5;
}");
  end BlankOutputs;
end Stored;

model Around
  Stored.Counters c(e = Activation(1));
  Stored.All all(a = 255, b = -32768, c = 65535, d = -2147483647 - 1, e = 4294967295, f = 900719925474099);
end Around;

model Blank
  Stored.BlankOutputs b;
end Blank;
