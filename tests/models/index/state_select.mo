// stateSelect. The pendulum with its angle as a variable too: x and y are computed from it without being asked, because
// the constraints have a constant factor for them. Period from the elliptic integral, as in pendulum_cartesian.
//| def agm(a, b):
//|     for _ in range(40): a, b = (a + b)/2, sqrt(a*b)
//|     return a
//! class Selected.Angle
//! run --stop 30 --tol 1e-9
//! value (changes('n')[-1] - changes('n')[0])/(len(changes('n')) - 1) = 2*pi/sqrt(9.81)/agm(1, cos(1)) +- 1e-7
//! check j['states'] == 2
// x asked for, where y never passes zero: y by Newton from x.
//! class Selected.Always
//! run --stop 30 --tol 1e-9 --solver {auto,cvode}
//! value (changes('n')[-1] - changes('n')[0])/(len(changes('n')) - 1) = 2*pi/sqrt(9.81)/agm(1, cos(0.5)) +- 1e-7
//! check j['states'] == 2
// The same said the other way round: y is never a state.
//! class Selected.Never
//! run --stop 30 --tol 1e-9
//! value (changes('n')[-1] - changes('n')[0])/(len(changes('n')) - 1) = 2*pi/sqrt(9.81)/agm(1, cos(0.5)) +- 1e-7
//! check j['states'] == 2
// Wishes alone are no reason for a choice that could break down: all stay and are projected.
//! class Selected.Both
//! run --stop 30 --tol 1e-9
//! value (changes('n')[-1] - changes('n')[0])/(len(changes('n')) - 1) = 2*pi/sqrt(9.81)/agm(1, cos(0.5)) +- 1e-7
//! check j['states'] == 4
//! class Selected.Avoid
//! run --stop 30 --tol 1e-9
//! value (changes('n')[-1] - changes('n')[0])/(len(changes('n')) - 1) = 2*pi/sqrt(9.81)/agm(1, cos(0.5)) +- 1e-7
//! check j['states'] == 4
// A variable that is not differentiated anywhere, as a state in place of the one that is: a body with the heat U = 2*T
// + T^2/100, cooled linearly in T: (2 + T/50)*der(T) = -T, so 2*log(T) + T/50 = 2*log(100) + 2 - t.
//! class Selected.Temperature
//! run --stop 5 --tol 1e-9
//! value [2*log(T) + T/50 + t for T, t in zip(col('T'), times)] = [2*log(100) + 2]*len(times) +- 1e-6
//! check j['states'] == 1
// A spherical pendulum of which one coordinate is asked for: neither of the other two can be computed from it for ever,
// so all stay states. The momentum about the vertical stays what it is, and so does the energy. One that leaves no
// choice is computed although it may break down, and that is told (R0111).
//! class Selected.Spherical
//! run --stop 20 --tol 1e-9 --solver {auto,cvode,dirk,rodas}
//! check j['states'] == 6
//! value [x*w - z*u for x, z, u, w in zip(col('x'), col('z'), col('u'), col('w'))] = [0.9]*len(times) +- 1e-6
//! value [(u*u + v*v + w*w)/2 + 9.81*y for u, v, w, y in zip(col('u'), col('v'), col('w'), col('y'))] \
//!     = [1.125 - 9.81*0.8]*len(times) +- 2e-5
// A speed that no equation differentiates is a state if it is asked for together with its position.
//! class Selected.Speed
//! run --stop 2 --tol 1e-9
//! check j['states'] == 2
//! phi = sin(t) +- 1e-7
//! w = cos(t) +- 1e-7
package Selected
  partial model Pendulum
    Real x, y, u, v, F;
    Integer n(start = 0, fixed = true);
  equation
    der(x) = u;
    der(y) = v;
    der(u) = -F*x;
    der(v) = -F*y - 9.81;
    when x > 0 then
      n = pre(n) + 1;
    end when;
  end Pendulum;

  partial model Rod
    extends Pendulum(x(start = sin(1), fixed = true), y(start = -1), u(start = 0, fixed = true));
  equation
    x^2 + y^2 = 1;
  end Rod;

  model Angle
    extends Pendulum;
    Real phi(start = 2, fixed = true), w(start = 0, fixed = true);
  equation
    der(phi) = w;
    x = sin(phi);
    y = -cos(phi);
  end Angle;

  model Always
    extends Rod(x(stateSelect = StateSelect.always), u(stateSelect = StateSelect.always));
  end Always;

  model Avoid
    extends Rod(y(stateSelect = StateSelect.avoid));
  end Avoid;

  model Never
    extends Rod(y(stateSelect = StateSelect.never), v(stateSelect = StateSelect.never));
  end Never;

  model Both
    extends Rod(x(stateSelect = StateSelect.prefer), y(stateSelect = StateSelect.prefer));
  end Both;

  model Spherical
    Real x(start = 0.6, fixed = true, stateSelect = StateSelect.always), y(start = -0.8), z(start = 0, fixed = true);
    Real u(start = 0, fixed = true, stateSelect = StateSelect.always), v, w(start = 1.5, fixed = true), F;
  equation
    der(x) = u;
    der(y) = v;
    der(z) = w;
    der(u) = -F*x;
    der(v) = -F*y - 9.81;
    der(w) = -F*z;
    x^2 + y^2 + z^2 = 1;
  end Spherical;

  model Speed
    Real phi(start = 0, fixed = true, stateSelect = StateSelect.always),
        w(start = 1, fixed = true, stateSelect = StateSelect.always), p;
  equation
    w = der(phi);
    p = 2*w;
    der(p) = -2*phi;
  end Speed;

  model Temperature
    Real U, T(start = 100, fixed = true, stateSelect = StateSelect.always);
  equation
    der(U) = -T;
    U = 2*T + 0.01*T^2;
  end Temperature;
end Selected;
