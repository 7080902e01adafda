// Operators of Connections that do not exist, or stand in the wrong place.
//! file unique_root.mo
//! class UniqueRoot.Operators
//! error M0521 56:17
//! says did you mean 'uniqueRoot'
//! error M0521 57:17
//! says it has a value
//! error M0434 58:5
//! error M0521 53:32
//! says uniqueRootIndices
//! error M0521 54:29
//! says it has no value
