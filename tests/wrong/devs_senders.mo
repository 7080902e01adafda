// Both ports send.
//! error D0003 17:3
model W
  connector In = input Real annotation(__Saltus(message = true));
  connector Out = output Real annotation(__Saltus(message = true));
  block A
    In i;
    Out o;
  external "C" wrong_atomic() annotation(Include = "
#include <saltus_block.h>
void wrong_atomic(saltus_block *b, saltus_call call) { saltus_advance(b, 1); }");
    annotation(__Saltus(devs = "atomic"));
  end A;
  A a, b;

equation
  connect(a.o, b.o);
end W;
