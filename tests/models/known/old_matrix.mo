// Three diodes at a capacitor, no loop. While one of them conducts, the matrix of an implicit method holds the voltage
// to within nothing; when it blocks, that matrix makes any residual look solved, and a method that keeps it follows its
// own prediction. The voltage was computed by the SDIRK method of tests/circuits.py: 0.5174738.
//! run --stop 0.01 --step 0.0005 --solver {auto,cvode,ida,dirk,rodas} --tol {1e-3,1e-4,1e-5,1e-6}
//! v(0.01) = 0.5174738 +- 20*tol
//! message none
model Clamp
  parameter Real C = 1.7742438573934494e-06, Vt = 0.025;
  Real v(start = 0, fixed = true), s = 2*sin(2*3.141592653589793*100*time);
equation
  C*der(v) = 7.0996923514133361e-11*(exp(-v/Vt) - 1) + 9.113774701308965e-13*(exp((-v - s)/Vt) - 1)
      - 4.8182865191091941e-14*(exp(v/Vt) - 1);
end Clamp;
