// A clock of events cannot be made faster.
//! error S0604 8:3
//! says this clock would tick between the events of its base clock
model M
  Integer n(start = 0);
  Clock c = Clock(sin(time) > 0);
equation
  when superSample(c, 2) then
    n = previous(n) + 1;
  end when;
end M;
