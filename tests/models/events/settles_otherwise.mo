// E209: a loop that has no single solution while an instant settles, because conditions still have their old values.
// What flows between a tank and its surroundings carries the enthalpy of where it comes from; nothing flows until 0.5
// s, so all four conditions of the flows are true then, and with the new flow and the old conditions nothing gives the
// enthalpies. The tank, 1 kg at 2 J/kg, loses 1 kg/s, and gets 1 kg/s at 5 J/kg from 1 s on.
//! run --stop 1.25 --step 0.05 --tol 1e-9
//! value [right('h', 0.7), right('ha', 0.7), right('hb', 0.7)] = [2, 2, 2] +- 1e-9
//! value [right('h', 1.1), right('ha', 1.1), right('hb', 1.1)] = [5, 5, 5] +- 1e-9
//! m = 1 if t < 0.5 else 1.5 - t if t < 1 else t - 0.5 +- 1e-9
//! H = 2 if t < 0.5 else 3 - 2*t if t < 1 else 5*t - 4 +- 1e-8
//! final ht = 3 +- 1e-8
model SettlesOtherwise
  Real V = if time < 0.5 then 0 elseif time < 1 then -1 else 1;
  Real ma, mb, ha, hb, h, Ha, Hb, Ht, Hout, ht;
  Real H(start = 2, fixed = true), m(start = 1, fixed = true);
equation
  ma = V;
  mb = -V;
  Ha + Hb = 0;
  Ha = semiLinear(ma, ha, h);
  Hb = semiLinear(mb, hb, h);
  Hout + Ha = 0;
  Hout = semiLinear(-ma, ha, 5);
  Ht + Hb = 0;
  Ht = semiLinear(-mb, hb, ht);
  der(m) = -mb;
  der(H) = Ht;
  H = m*ht;
end SettlesOtherwise;
