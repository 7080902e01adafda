// Connections.uniqueRootIndices: an exit that belongs to none of the entries.
//! file unique_root.mo
//! class UniqueRoot.Lost
//! error M0623 45:20
//! says no path leads
//! says a branch begins nowhere
