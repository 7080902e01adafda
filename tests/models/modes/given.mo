// A parameter that is zero in the text takes the derivative out of the mode that is entered at 0.5; one that is given
// from outside counts in every mode. With C: C*der(v) = 1 - v from v = 0 on, so v(1) = 1 - exp(-0.5/C); without: v = 1.
//! class Given.Zero
//! run
//! final v = 1
//! run -p C={1,0.5,2}
//! final v = 1 - exp(-0.5/j["final"]["C"]) +- 1e-6
//! class Given.One
//! run
//! final v = 1 - exp(-0.5) +- 1e-6
//! run -p C=0
//! final v = 1
//! class Given.Behind
//! run
//! final v = 1
//! run -p k=1
//! final v = 1 - exp(-0.5) +- 1e-6
//! run -p c[2]=1
//! final v = 1 - exp(-0.5) +- 1e-6
package Given
  partial model Charged
    Real v, i;
    Boolean s(start = false, fixed = true);
  equation
    s = time > 0.5;
  end Charged;
  model Zero
    extends Charged;
    parameter Real C = 0;
  equation
    if s then
      C*der(v) = 1 - v;
      i = 0;
    else
      v = 0;
      i = 1;
    end if;
  end Zero;
  model One
    extends Zero(C = 1);
  end One;
  model Behind "the zero follows from others"
    extends Charged;
    parameter Real k = 0, c[2] = {1, k};
    parameter Real C = c[1]*c[2];
  equation
    if s then
      C*der(v) = 1 - v;
      i = 0;
    else
      v = 0;
      i = 1;
    end if;
  end Behind;
end Given;
