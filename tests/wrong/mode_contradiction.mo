// A switch that closes across a voltage source.
//! run
//! error S0103 10:3
//! error R0209 12:3
//! says time > 1
//! says at time 1
model M
  Real v, i, u;
equation
  u = 12;
  v = u;
  if time > 1 then
    v = 0;
  else
    i = 0;
  end if;
end M;
