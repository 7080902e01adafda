// Files of a package: its C is found in Resources/Include without an annotation, and at an address.
//! file ../packages/Parts
//! class Parts.Use
//! run --stop 0
//! final y = 42
//! final z = 43
