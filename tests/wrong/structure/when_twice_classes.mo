// Two when-clauses in base class and model set the same variable.
//! error S0102 15:3
//! says 'setpoint' is set by two when-clauses
model Base
  discrete Real setpoint(start = 0);
equation
  when time > 1 then
    setpoint = 1;
  end when;
end Base;

model M
  extends Base;
equation
  when time > 2 then
    setpoint = 2;
  end when;
end M;
