// Slider-crank: a crank (J, r), a rod (l, without mass) and a slider (m), with the angle of the rod as a coordinate of
// its own and the forces in the joints as unknowns. Index 3. x is computed from the angles; of the two angles, which r
// sin(phi) = l sin(psi) ties, both stay states. Known: psi and x from phi by the closed form, and the energy.
//| def most(values): return max(abs(v) for v in values)
//! class SliderCrank.Short
//! run --stop 20 --tol 1e-9 --solver {auto,cvode,dirk,adams}
//! value [x - 0.5*cos(p) - sqrt(1.5**2 - (0.5*sin(p))**2) for x, p in zip(col('x'), col('phi'))] \
//!     = [0]*len(times) +- 1e-10
//! value [s - asin(0.5*sin(p)/1.5) for s, p in zip(col('psi'), col('phi'))] = [0]*len(times) +- 1e-10
//! value [v + w*(0.5*sin(p) + 0.25*sin(p)*cos(p)/sqrt(1.5**2 - (0.5*sin(p))**2)) \
//!     for v, w, p in zip(col('v'), col('w'), col('phi'))] = [0]*len(times) +- 1e-9
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 1e-6
//! check final['phi'] > 40
//! check j['states'] == 4
// With the crank angle asked for as the state, which is good here because the rod is the longer one.
//! class SliderCrank.Chosen
//! run --stop 20 --tol 1e-9 --solver {auto,cvode}
//! value [x - 0.5*cos(p) - sqrt(1.5**2 - (0.5*sin(p))**2) for x, p in zip(col('x'), col('phi'))] \
//!     = [0]*len(times) +- 1e-10
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 1e-6
//! check j['states'] == 2
// A rod as long as the crank: psi = phi. The mechanism passes through the configuration in which the slider is above
// the shaft, where cos(phi) = cos(psi) = 0 and neither angle could be had from the other. x = 2 r cos(phi).
//! class SliderCrank.Equal
//! run --stop 10 --tol 1e-9
//! value [x - cos(p) for x, p in zip(col('x'), col('phi'))] = [0]*len(times) +- 1e-5
//! value most(e - col('energy')[0] for e in col('energy')) = 0 +- 1e-5
package SliderCrank
  model Crank
    parameter Real r = 0.5, l = 1.5, J = 1, m = 2;
    Real phi(start = 0.3, fixed = true), w(start = 3, fixed = true), psi(start = 0.1), x, v, fx, fy;
    Real energy = J*w^2/2 + m*v^2/2;
  equation
    der(phi) = w;
    x = r*cos(phi) + l*cos(psi);
    r*sin(phi) = l*sin(psi);
    v = der(x);
    m*der(v) = fx;
    J*der(w) = r*sin(phi)*fx + r*cos(phi)*fy;
    0 = l*sin(psi)*fx - l*cos(psi)*fy;
  end Crank;

  model Short = Crank;

  model Chosen
    extends Crank(phi(stateSelect = StateSelect.always), w(stateSelect = StateSelect.always));
  end Chosen;

  model Equal
    extends Crank(l = 0.5, psi(start = 0.3));
  end Equal;
end SliderCrank;
