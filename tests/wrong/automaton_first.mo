// The initial mode is not there.
//! error M0437 66:5
//! says the initial mode is 3, and the modes are 1 to 2
model M
  Real x = automaton.x[1], d = automaton.y[2, 1];
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2; 1], initialMode = 3, x_start = {0}, u1 = [d - 1; x; x - 1],
      u2 = [d + 1; x; -x]);
end M;
