// A continuous state in an atomic model.
//! error D0008 5:10
model W
  block A
    Real x;
  external "C" wrong_atomic() annotation(Include = "
#include <saltus_block.h>
void wrong_atomic(saltus_block *b, saltus_call call) { saltus_advance(b, 1); }");
    annotation(__Saltus(devs = "atomic"));
  end A;
  A a;
end W;
