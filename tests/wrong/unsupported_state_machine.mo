// State machines.
//! error M0907 11:3
//! says state machine
//! says not supported yet
model M
  model State
    Real x = 1;
  end State;
  State a, b;
equation
  transition(a, b, time > 1);
end M;
