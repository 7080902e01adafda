// A pulse of a millionth of a second, whose integral is 1.77, in a function that is not looked into, in steps of a
// 500th: one step ends at its peak, and gives hundreds.
//! options --solver rk4 --stop 1
//! good
//! warning R0285
//! says in a function that cannot be read, most from time 0.338 to 0.34
model run_fixed_in_call
  function pulse
    input Real u;
    output Real y;
  protected
    Real v;
  algorithm
    v := u;
    for k in 1:1000 loop
      v := v + (if k < 2 then -0.34 else 0);
    end for;
    y := 1e6*exp(-(v*1e6)^2);
  end pulse;
  Real x(start = 0, fixed = true);
equation
  der(x) = pulse(time);
end run_fixed_in_call;
