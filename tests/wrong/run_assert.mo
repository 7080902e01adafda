// An assertion that fails during the run.
//! options --stop 2
//! run
//! error R0204 11:3
//! says the tank is empty
//! says t.
model Tank
  Real level(start = 1, fixed = true);
equation
  der(level) = -1;
  assert(level > 0, "the tank is empty");
end Tank;

model M
  Tank t;
end M;
