// A when with a clock has no elsewhen.
//! error M0598 9:3
//! says a when with a clock cannot have an elsewhen
model M
  Integer n(start = 0);
equation
  when Clock(0.1) then
    n = previous(n) + 1;
  elsewhen time > 2 then
    n = 0;
  end when;
end M;
