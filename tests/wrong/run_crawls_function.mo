// A function of the model hides the relay.
//! options --stop 10 --solver cvode
//! run
//! error R0226 15:3
//! says relay(x)
model M
  function relay
    input Real s;
    output Real u;
  algorithm
    u := if s > 0 then 1 else -1;
  end relay;
  Real x(start = 1, fixed = true);
equation
  der(x) = 0.3*sin(time) - relay(x);
end M;
