// protected parts take part in the model like others; public and protected sections may alternate; constants in
// packages are shared.
//! class ProtectedFinal.Use
//! run --stop 1
//! final a.y = 2*5*6
//! final k = 6
package ProtectedFinal
  constant Real six = 6;
  model Part
    Real y;
  protected
    parameter Real hidden = 5;
    Real h;
  public
    parameter Real gain = 1;
  equation
    h = hidden*six;
    y = gain*h;
  end Part;
  model Use
    Part a(final gain = 2);
    Real k = six;
  end Use;
end ProtectedFinal;
