// What a mode says is too short: its jump is missing.
//! error M0305 6:84
//! says has the size [2, 1], but [3, 1] is expected
model M
  Real x = automaton.x[1], d = automaton.y[2, 1];
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2; 1], x_start = {0}, u1 = [d - 1; x], u2 = [d + 1; x; -x]);
end M;
