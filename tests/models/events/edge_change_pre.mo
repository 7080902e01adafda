// edge, change and pre of Booleans, Integers and discrete Reals. b is a square wave of period 2: up at 1, 3, 5, 7, 9
// and down between.
//! run --stop 10
//! final rises = 5
//! final both = 10
//! final steps = 10
//! final falls = 5
//! changes r = [k for k in range(1, 11)]
//! value [left('r', t) for t in range(1, 11)] = [(t - 1)**2 for t in range(1, 11)]
//! value [right('before', t) for t in range(1, 11)] = [(t - 1)**2 for t in range(1, 11)]
model EdgeChangePre
  Integer k(start = 0, fixed = true);
  Boolean b(start = false, fixed = true);
  Integer rises(start = 0, fixed = true), both(start = 0, fixed = true), falls(start = 0, fixed = true);
  Integer steps(start = 0, fixed = true);
  discrete Real r(start = 0, fixed = true), before(start = 0, fixed = true);
equation
  when sample(1, 1) then
    k = pre(k) + 1;
    r = k^2;
    before = pre(r);
  end when;
  b = mod(k, 2) == 1;
  when edge(b) then
    rises = pre(rises) + 1;
  end when;
  when change(b) then
    both = pre(both) + 1;
  end when;
  when not b then
    falls = pre(falls) + 1;
  end when;
  when change(k) then
    steps = pre(steps) + 1;
  end when;
end EdgeChangePre;
