// Parameters with dependent values in any order, constants, arrays whose size is a parameter, and values from the
// command line, which change what depends on them; a parameter that changes a size too.
//! run --stop 1
//! final c = 2*(3 + 4)
//! final n = 3
//! final v[3] = 9
//! final total = 1 + 4 + 9
//! final text = "n = 3"
//! final flag = True
//! run --stop 1 -p a=10 -p n=4
//! final c = 2*(10 + 11)
//! final v[4] = 16
//! final total = 1 + 4 + 9 + 16
//! final text = "n = 4"
//! run --stop 1 -p b=100
//! final c = 206
//! run --stop 1 -p nosuch=1
//! status failed
model Parameters
  parameter Real c = 2*d;
  parameter Real d = a + b;
  parameter Real b = a + 1;
  parameter Real a = 3;
  parameter Integer n = 3;
  parameter Real v[n] = {i^2 for i in 1:n};
  constant Real g = 9.81;
  final parameter Real total = sum(v);
  parameter String text = "n = " + String(n);
  parameter Boolean flag = n > 2 and not a < 0;
end Parameters;
