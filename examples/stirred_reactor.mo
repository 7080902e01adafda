// A stirred tank in which a reaction makes heat. For some temperatures of the coolant there are three equilibria: cold,
// hot, and one between them that is not stable; and some hot ones oscillate.
//
//     saltus trim stirred_reactor.mo --continue coolant=280:0.2:320 --plot branches.svg
//
// The data are those of the classical benchmark in the book of Seborg, Edgar and Mellichamp (Process Dynamics and
// Control): with a coolant of 300 K, 0.5 mol/l at 350 K is an equilibrium.

model StirredReactor
  parameter Real q(unit = "l/min") = 100, V(unit = "l") = 100, feed(unit = "mol/l") = 1, T_feed(unit = "K") = 350;
  parameter Real k0(unit = "1/min") = 7.2e10, E_R(unit = "K") = 8750, heat(unit = "J/mol") = 5e4;
  parameter Real rho_cp(unit = "J/(l.K)") = 239, UA(unit = "J/(min.K)") = 5e4;
  input Real coolant(start = 280, unit = "K");
  output Real T(start = 330, fixed = true, unit = "K", nominal = 300);
  Real c(start = 0.9, fixed = true, unit = "mol/l");
protected
  Real rate(unit = "mol/(l.min)") = k0*exp(-E_R/T)*c;
equation
  der(c) = q/V*(feed - c) - rate;
  der(T) = q/V*(T_feed - T) + heat/rho_cp*rate + UA/(V*rho_cp)*(coolant - T);
end StirredReactor;
