// Messages of different types.
//! error D0002 22:3
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
  record Job Real work; Integer n; end Job;
  connector JobIn = input Job annotation(__Saltus(message = true));
  model C
    JobIn i;
  end C;
  A a;
  C c;
equation
  connect(a.o, c.i);
end W;
