// A heater with two levels reaches the second one long after the first, and chatters there: what is told are the turns
// there.
//! options --stop 600
//! run
//! error R0203 13:3
//! says 'T < 300' changed
//! says e-08 seconds
model Heater
  type Mode = enumeration(off, low, high);
  Mode mode(start = Mode.off);
  Real T(start = 293.15, fixed = true);
equation
  mode = if T < 295 then Mode.high elseif T < 300 then Mode.low else Mode.off;
  der(T) = (if mode == Mode.high then 0.5 elseif mode == Mode.low then 0.2 else 0) - 0.01*(T - 283.15);
end Heater;
