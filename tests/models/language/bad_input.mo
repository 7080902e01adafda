// What is wrong is said, with the right code: an unknown name, too few equations, a division by zero at a known time, a
// Newton that cannot converge.
//! class BadInput.Singular
//! run --stop 2
//! status failed
//! check len(j['messages']) >= 1
//! class BadInput.Divide
//! run --stop 2
//! status failed
//! check any('time 1' in str(m) for m in j['messages'])
//! class BadInput.NoSolution
//! run --stop 2
//! status failed
//! check any('x' in str(m) for m in j['messages'])
//! class BadInput.Unknown
//! run --stop 2
//! status failed
//! check any('speed' in str(m) for m in j['messages'])
package BadInput
  model Singular
    Real x, y;
  equation
    x + y = 1;
  end Singular;
  model Divide
    Real y = 1/(time - 1);
  end Divide;
  model NoSolution
    Real x(start = 1);
  equation
    x^2 + 1 = -time;
  end NoSolution;
  model Unknown
    Real speed = 1;
    Real y = sped + 1;
  end Unknown;
end BadInput;
