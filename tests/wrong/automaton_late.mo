// A jump is positive when its mode is entered.
//! warning R0205 118:5
//! says a jump of mode 2 is positive when the mode is entered
//! options --stop 3
//! good
model M
  Real x = automaton.x[1], d = automaton.y[2, 1];
  Saltus.Diagrams.Automata.Automaton automaton(jumps = [2; 1], x_start = {0}, u1 = [d - 1; x; x - 1],
      u2 = [d - 1; x; x - 0.5]);
end M;
