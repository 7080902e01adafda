// More jumps in one instant than are allowed.
//! error R0204 132:7
//! says more than 12 jumps in one instant
//! options --stop 3
//! run
model M
  Real x = automaton.x[1], d = automaton.y[2, 1];
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2; 1], immediate = true, x_start = {0}, u1 = [d - 1; x; x - 1],
      u2 = [d - 1; x; x - 0.5]);
end M;
