// Records go to external C as pointers to structures, also those inside of each other, and come back so.
//! file ../packages/Structures
//! class Structures.Use
//! run --stop 0
//! final y = 3 + 10*4 + 100*2
//! final out.a = 6
//! final out.i.k = 8
//! final out.i.b = 1
