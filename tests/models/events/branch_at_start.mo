// Conditions are not known when the initial system is first computed. A branch that does not hold then must do no harm:
// a function that fails for such arguments, a quotient of zeros, an overflow.
function careful "defined for arguments of at least one only"
  input Real u;
  output Real y;
algorithm
  assert(u >= 1, "the argument is less than one");
  y := sqrt(u - 1);
end careful;

model branch_at_start
  parameter Real x0 = 0.25;
  parameter Real width = 1e300, rise = 1e-6, peak = 5e20;
  Real x, y;
  Real v "a pulse that rises at once and lasts for ever: the formula of its fall overflows";
  Real w(start = 1);
initial equation
  x = x0;
equation
  der(x) = 1;
  y = if x < 1 then 0 else careful(x);
  v = if time < rise then peak*time/rise else if time < width then peak
      else (width + rise - time)*peak/((width + rise) - width);
  w*w*w + w = if time < width then v/peak else (time - width)*1e300*peak;
end branch_at_start;

//! run --stop 2 --tol 1e-8
//! x = 0.25 + t +- 1e-7
//! y(2) = sqrt(1.25) +- 1e-6
//! y(0.5) = 0
//! v(1) = 5e20
//! w(0) = 0 +- 1e-9
//! w(1) = 0.6823278038280193 +- 1e-7
