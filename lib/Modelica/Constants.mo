within Modelica;
package Constants "Numbers of mathematics, of the machine and of nature"
  import Modelica.Units.SI;
  import Modelica.Units.NonSI;

  // Mathematics
  final constant Real e = exp(1.0);
  final constant Real pi = 2*asin(1.0);
  final constant Real D2R = pi/180 "radians of a degree";
  final constant Real R2D = 180/pi "degrees of a radian";
  final constant Real gamma = 0.57721566490153286061 "Euler's constant";

  // The machine
  final constant Real eps = 2.2204460492503131e-16 "the distance from 1 to the next number";
  final constant Real small = 2.2250738585072014e-308 "the least number with all digits";
  final constant Real inf = 1.7976931348623157e308 "the largest number";
  final constant Integer Integer_inf = 2147483647 "an Integer beyond all others";

  // Nature: the exact values of the International System since 2019, and those that CODATA recommended in 2018
  final constant SI.Velocity c = 299792458 "speed of light in vacuum";
  final constant SI.Acceleration g_n = 9.80665 "standard acceleration of gravity";
  final constant Real G(final unit = "m3/(kg.s2)") = 6.67430e-11 "constant of gravitation";
  final constant SI.ElectricCharge q = 1.602176634e-19 "charge of a proton";
  final constant SI.FaradayConstant F = q*N_A "Faraday's constant";
  final constant Real h(final unit = "J.s") = 6.62607015e-34 "Planck's constant";
  final constant Real k(final unit = "J/K") = 1.380649e-23 "Boltzmann's constant";
  final constant Real R(final unit = "J/(mol.K)") = k*N_A "molar gas constant";
  final constant Real sigma(final unit = "W/(m2.K4)") = 2*pi^5*k^4/(15*h^3*c^2) "constant of Stefan and Boltzmann";
  final constant Real N_A(final unit = "1/mol") = 6.02214076e23 "Avogadro's constant";
  final constant Real mu_0(final unit = "N/A2") = 4*pi*1.00000000055e-7 "magnetic constant";
  final constant Real epsilon_0(final unit = "F/m") = 1/(mu_0*c*c) "electric constant";
  final constant NonSI.Temperature_degC T_zero = -273.15 "absolute zero";
end Constants;
