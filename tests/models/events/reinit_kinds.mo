// reinit of array elements, inside for and if within a when, from a function, and of a state that is not the one in the
// condition. A reset integrator: x = t mod 0.5 by reinit at ticks; y counts down.
//! run --stop 2.25 --step 0.25 --tol 1e-9 --solver {auto,cvode,adams,ida}
//! value [right('x[1]', 0.25*k) for k in range(10)] = [0.25*(k % 2) for k in range(10)] +- 1e-9
//! value [right('x[2]', 0.25*k) for k in range(10)] = [0.5*(k % 2) for k in range(10)] +- 1e-9
//! final y = 10 - 4*1 +- 1e-9
//! final z = 0.25 + 16 +- 1e-8
model ReinitKinds
  Real x[2](each start = 0, each fixed = true), y(start = 10, fixed = true), z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = {1, 2};
  der(y) = 0;
  der(z) = 1;
  when sample(0.5, 0.5) then
    n = pre(n) + 1;
    for i in 1:2 loop
      reinit(x[i], 0);
    end for;
    reinit(y, pre(y) - 1);
    if true then
      reinit(z, n^2);
    end if;
  end when;
end ReinitKinds;
