// Pulses of a 20 000th of the run in a loop of unknown length: the samples meet some of them at first, and all of them
// then (E145).
//! options --stop 20
//! good
//! warning R0740
//! says the inside of function 'run_unread_narrow.pulse' cannot be read, and it has something as narrow as
//! says --max-step
model run_unread_narrow
  function pulse
    input Real x;
    input Real w;
    output Real y;
  protected
    Real r;
  algorithm
    r := x;
    while r > 1 loop
      r := r - 1;
    end while;
    y := if abs(r - 0.5) < w then 1 else 0;
  end pulse;
  Real x(start = 0, fixed = true);
equation
  der(x) = pulse(time, 5e-4)/1e-3;
end run_unread_narrow;
