// An inertial delay of a signal of an enumeration, as an algorithm that sets the time of its own next event: y follows
// x after 0.1 s upwards and 0.2 s downwards. x: O until 0.3, I until 0.6, then O. So y is U until 0.2, O until 0.4, I
// until 0.8, then O.
//! run --step 0.1
//! changes y = [0.2, 0.4, 0.8] +- 1e-12
//! y(0.1) = 1
//! y(0.3) = 3
//! y(0.7) = 4
//! y(0.9) = 3
//! events time = 5
//! run --step 0.1 --vars y
//! changes y = [0.2, 0.4, 0.8] +- 1e-12
model M
  type L = enumeration(U, X, O, I);
  L x(start = L.U, fixed = true);
  L y(start = L.U, fixed = true), later(start = L.U, fixed = true), old(start = L.U, fixed = true);
  discrete Real next;
  Real wait;
  Integer way;
equation
  x = if time < 0.3 then L.O elseif time < 0.6 then L.I else L.O;
algorithm
  when {initial(), change(x) and not initial()} then
    old := if initial() then L.U else pre(y);
    way := if old == x then 0 elseif x == L.I then 1 else -1;
    wait := if way > 0 then 0.1 elseif way < 0 then 0.2 else 0;
    next := time + wait;
    if way == 0 then
      later := x;
    end if;
  elsewhen time >= next then
    later := x;
  end when;
  y := later;
end M;
