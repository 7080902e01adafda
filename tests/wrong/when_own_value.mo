// A filter in a when without pre: the equation is solved, and y is u at once.
//! good
//! warning M0692 13:5
//! says pre(y)
//! warning M0692 15:7
model WhenOwnValue
  Real u = sin(time), y(start = 0, fixed = true), z(start = 0, fixed = true), w(start = 0, fixed = true);
  discrete Real good(start = 0, fixed = true);
  Real clocked(start = 0);
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 0.1) then
    y = 0.9*y + 0.1*u;
    if u > 0 then
      z = u - z;
    else
      z = 0;
    end if;
    good = 0.9*pre(good) + y;
    n = pre(n) + 1;
  end when;
  when Clock(0.1) then
    clocked = 0.9*previous(clocked) + sample(u);
  end when;
  der(w) = -w + good;
end WhenOwnValue;
