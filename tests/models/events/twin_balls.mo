// Ten equal balls fall together: their contacts are one instant, and they stay equal to the last bit.
//| t1 = sqrt(2/9.81)
//! run --stop 3 --tol 1e-10 --solver {auto,erk}
//! value col('h[1]') = col('h[10]')
//! value col('v[3]') = col('v[7]')
//! changes v[1] = [t1 + 2*t1*sum(0.8**k for k in range(1, n)) for n in range(1, 10) if t1 + 2*t1*sum(0.8**k \
//!     for k in range(1, n)) < 3] +- 1e-8
model TwinBalls
  Real h[10](each start = 1, each fixed = true);
  Real v[10](each start = 0, each fixed = true);
equation
  for i in 1:10 loop
    der(h[i]) = v[i];
    der(v[i]) = -9.81;
    when h[i] < 0 then
      reinit(v[i], -0.8*pre(v[i]));
    end when;
  end for;
end TwinBalls;
