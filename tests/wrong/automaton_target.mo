// A jump leads to a mode that is not there.
//! error M0437 68:5
//! says jump 1 of mode 2 leads to mode 3, and the modes are 1 to 2
//! says it is about the component 'automaton'
model M
  Real x = automaton.x[1], d = automaton.y[2, 1];
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2; 3], x_start = {0}, u1 = [d - 1; x; x - 1],
      u2 = [d + 1; x; -x]);
end M;
