// A gear whose ratio was 2 when the states were chosen, so that w2 could be had from w1, and is given as 0.
//! run
//! options -p ratio=0
//! error R0301 11:3
//! says ratio = 0
model M
  parameter Real ratio = 2;
  Real w1(start = 1, fixed = true, stateSelect = StateSelect.always), w2, tau;
equation
  der(w1) = 1 - tau;
  w1 = ratio*w2;
  der(w2) = ratio*tau;
end M;
