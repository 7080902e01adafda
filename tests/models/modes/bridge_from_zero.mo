// A bridge of four ideal diodes on a resistor, with the parametric curve of the standard library, with small
// resistances and leaks and without. All begin at zero with the voltage. The heat of two periods of 10 V at 50 Hz in 10
// Ohm is 0.2 J, less what 2e-5 Ohm and 1e-5 S take, which is less than 1e-4 of it.
//! run --stop 0.04 --solver {auto,erk,rodas,dirk,cvode,ida} -p Ron={0,1e-5} -p Goff={0,1e-5}
//! final heat = 0.2 +- 3e-5
//! check j['events']['state'] + j['events']['time'] <= 8
model bridge_from_zero
  parameter Real Ron = 1e-5, Goff = 1e-5, R = 10;
  Real s[4], v[4], i[4], u, iu, va, vb, heat(start = 0, fixed = true);
  Boolean off[4];
equation
  u = 10*sin(314.1592653589793*time);
  for k in 1:4 loop
    off[k] = s[k] < 0;
    v[k] = s[k]*(if off[k] then 1 else Ron);
    i[k] = s[k]*(if off[k] then Goff else 1);
  end for;
  va - vb = u;
  v[1] = va - R*(i[1] + i[2]);
  v[2] = vb - R*(i[1] + i[2]);
  v[3] = -va;
  v[4] = -vb;
  iu + i[3] = i[1];
  i[4] = i[2] + iu;
  der(heat) = R*(i[1] + i[2])^2;
end bridge_from_zero;
