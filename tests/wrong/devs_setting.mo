// A setting that atomic models do not have.
//! error D0007 9:42
model W
  block A
    Integer n;
  external "C" wrong_atomic() annotation(Include = "
#include <saltus_block.h>
void wrong_atomic(saltus_block *b, saltus_call call) { saltus_advance(b, 1); }");
    annotation(__Saltus(devs = "atomic", confluence = true));
  end A;
  A a;
end W;
