// An ideal diode in its parametric form: s is the voltage while it blocks and the current while it conducts. The
// Boolean and the linear loop around it are solved together. With the source sin t, a conductance 1 beside the diode
// and r = 0.5 in series with both: while it conducts u = 0 and i = sin t/0.5; while it blocks i = sin t/(0.5 + 1).
//! run --stop 10 --solver {auto,euler}
//! u = 0 if sin(t) > 0 else sin(t)/1.5 +- 1e-9
//! i = sin(t)/0.5 if sin(t) > 0 else sin(t)/1.5 +- 1e-9
//! changes blocks = [pi, 2*pi, 3*pi] +- 1e-9
model IdealDiode
  Real s(start = 0), u, id, i;
  Boolean blocks(start = true);
equation
  blocks = s < 0;
  u = if blocks then s else 0;
  id = if blocks then 0 else s;
  i = id + u*1.0;
  sin(time) = 0.5*i + u;
end IdealDiode;
