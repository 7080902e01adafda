// Activations are programmed in algorithms: a train at 1, 3, 5, ... with a delay that the algorithm computes, one of
// several outputs by a condition, a loop over all, and one that is cancelled (E185). The input of a whole
// model is given from outside (E184).
//! class Train
//! run --stop 10
//! changes n = [1, 3, 5, 7, 9]
//! message none
//! class Several
//! run --stop 4.9
//! final count[1] = 3
//! final count[2] = 2
//! final all = 6
//! class Cancelled
//! run --stop 5
//! final n = 0
//! message R0725
//! class Given
//! run --stop 1.1 --input e=Activation(0.25)
//! final n = 5
//! message none
//! run --stop 1.1
//! final n = 0
//! message S0714
model Train
  Activation start, again, e = start or again;
  Integer n(start = 0, fixed = true);
  Real delay(start = 0, fixed = true);
algorithm
  when initial() then
    schedule(start, 1);
  end when;
algorithm
  when e then
    delay := 1;
    delay := 2*delay;
    schedule(again, delay);
    n := pre(n) + 1;
  end when;
end Train;

model Several "0, 1, ..., 4: even ones to the first, odd ones to the second; both at once at the beginning"
  Activation k = Activation(1), o[2], begin[2];
  Integer c(start = 0, fixed = true), count[2](each start = 0, each fixed = true), all(start = 0, fixed = true);
algorithm
  when k then
    if mod(c, 2) == 0 then
      schedule(o[1], 0.5);
    else
      schedule(o[2], 0.5);
    end if;
    c := c + 1;
  end when;
algorithm
  when initial() then
    for i in 1:2 loop
      schedule(begin[i], 0.25);
    end for;
  end when;
equation
  for i in 1:2 loop
    when o[i] then
      count[i] = pre(count[i]) + 1;
    end when;
  end for;
  when {begin[1], begin[2], o[1]} then
    all = pre(all) + (if active(o[1]) then 1 else 2) - (if active(begin[2]) then 1 else 0);
  end when;
end Several;

model Cancelled
  Activation k = Activation(1), o;
  Integer n(start = 0, fixed = true);
algorithm
  when initial() then
    schedule(o, 2.5);
  elsewhen k then
    cancel(o);
  end when;
equation
  when o then
    n = pre(n) + 1;
  end when;
end Cancelled;

model Given
  input Activation e;
  Integer n(start = 0, fixed = true);
equation
  when e then
    n = pre(n) + 1;
  end when;
end Given;
