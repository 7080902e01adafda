// Signs go over from mode to mode. In the first mode y is -x, in one place with it; in the second it is a variable of
// its own, and z turns negative in the same instant. What y was before the instant is -x(1) = -2; p, an Integer, was
// -3.
//! class SignsGoOver.LeftLimit
//! run --stop 3 --solver {auto,rk4}
//! final m = -2 +- 1e-9
//! final n = -3
// Back again, from a variable of its own to -x: what it was before is 7.
//! class SignsGoOver.Back
//! run --stop 3 --solver {auto,rk4}
//! final m = 7 +- 1e-9
// Derivatives that are recorded: a = -x and u = -z = -2*x, so der(a) is -1 and then -3, der(u) twice that. In the
// second mode b is a state, with the sign reversed.
//! class SignsGoOver.Rates
//! run --stop 2 --step 0.25 --vars {*,der(*)}
//! value [right('der(a)', 0.5), right('der(a)', 1.5)] = [-1, -3] +- 1e-9
//! value [right('der(u)', 0.5), right('der(u)', 1.5)] = [-2, -6] +- 1e-9
//! value [right('der(z)', 0.5), right('der(z)', 1.5)] = [2, 6] +- 1e-9
//! value [right('der(b)', 1.5), right('der(c)', 1.5)] = [5, -5] +- 1e-9
package SignsGoOver
  model LeftLimit
    Real x(start = 1, fixed = true), y, z;
    discrete Real m(start = 0, fixed = true);
    Integer p, q(start = 3, fixed = true);
    discrete Integer n(start = 0, fixed = true);
  equation
    der(x) = 1;
    when time > 5 then q = 4; end when;
    if time < 1 then
      y + x = 0; z = 5; p + q = 0;
    else
      y = 7; z + y = 1; p = 9;
    end if;
    when z < 0 then m = pre(y); n = pre(p); end when;
  end LeftLimit;
  model Back
    Real x(start = 1, fixed = true), y, z;
    discrete Real m(start = 0, fixed = true);
  equation
    der(x) = 1;
    if time < 1 then
      y = 7; z + y = 12;
    else
      y + x = 0; z = -1;
    end if;
    when z < 0 then m = pre(y); end when;
  end Back;
  model Rates
    Real x(start = 1, fixed = true), z, a, b, c, u, p, q, r, s;
  equation
    der(x) = if time < 1 then 1 else 3;
    z = 2*x;
    a + x = 0;
    u + z = 0;
    b + c = 0;
    p = der(a);
    q = der(u);
    s = der(z);
    if time < 1 then
      b = 2; r = 0;
    else
      der(c) = -5; r = der(b);
    end if;
  end Rates;
end SignsGoOver;
