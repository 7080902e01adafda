// terminate() ends the run well, at the instant of its event, with its text in a message. x = t^2/2 reaches 2 at t = 2.
//! run --stop 10 --tol 1e-9
//! status terminated
//! message R0207 reached
//! value j['time']['stop'] = 2 +- 1e-6
//! final x = 2 +- 1e-6
model Terminate
  Real x(start = 0, fixed = true);
equation
  der(x) = time;
  when x > 2 then
    terminate("reached");
  end when;
end Terminate;
