// Tables, as the libraries declare them: from memory, text and CSV; differentiated; with jumps and periods in time. The
// waves are integrated, so an event that is missed or comes late is seen: a square wave is +1 for 0.3 and -1 for 0.2 of
// each 0.5.
//! file ../packages/Tables
//! class Tables.Curves
//! run --stop 4 --step 0.1
//! a(0.5) = 0.5 +- 1e-12
//! a(1.5) = 2.5 +- 1e-12
//! a(3.7) = 4 +- 1e-12
//! rate(0.5) = 1 +- 1e-9
//! rate(1.5) = 3 +- 1e-9
// Akima's method is exact for a parabola, whose differences rise evenly
//! b = t**2 +- 1e-9
//! c(2) = 8 +- 1e-9
//! d = 10 + t +- 1e-9
//! class Tables.Missing
//! run --stop 1
//! status failed
//! message R0320 it has no matrix 'cubes', but 'squares'
//! class Tables.Leaves
//! run --stop 1
//! status failed
//! message R0320 above the table, which goes from 0 to 1
//! class Tables.Waves
//! run --stop 10 --tol 1e-8 --solver {auto,cvode,dirk}
//! square.y(0.1) = 1
//! square.y(0.4) = -1
//! square.y(9.9) = -1
//! jump.y(1-) = 1
//! jump.y(1) = 5
//! jump.y(2) = 6 +- 1e-12
//! jump.y(9) = 7
//! final x = 10/0.5*(0.3 - 0.2) +- 1e-6
//! final z = 0.5 + 2*6 + 7*7 +- 1e-6
