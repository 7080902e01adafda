// Errors that a model forgets do not add up, however long it runs: a room that is heated and cooled, and a damped
// oscillator that is driven, make very many steps and no warning. The oscillator has the amplitude 1/(2*d*w) at its
// resonance; the room follows with 1/sqrt(1 + (w*T)^2).
//| w, d = 1000, 0.05
//! run --stop 60
//! check abs(max(abs(v) for v in col('x')) - 1/(2*d)) < 0.01/(2*d)
//! message none
//! run --stop 60 --solver rodas
//! message none
model Forgets
  Real x(start = 0, fixed = true), v(start = 0, fixed = true), room(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = 1e6*(sin(1000*time) - x) - 100*v;
  der(room) = sin(300*time) - room;
end Forgets;
