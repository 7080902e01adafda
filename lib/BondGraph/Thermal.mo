within BondGraph;
package Thermal "Temperature and entropy flow: true bonds, whose product is a power"
  model RS "A resistance whose power becomes entropy: e f = T S'"
    extends Interfaces.OnePort;
    parameter Real r = 1 "resistance";
    Interfaces.Out heat "temperature and entropy flow" annotation(Placement(transformation(extent = {{90, -10},
      {110, 10}})));
  equation
    e = r*f;
    heat.e*(-heat.f) = e*f;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "RS"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%r")}));
  end RS;

  model Capacity "Heat that is stored: T = T0 exp(S/C)"
    extends Interfaces.OnePort;
    parameter Real C(unit = "J/K") = 1 "heat capacity";
    parameter Real T0(unit = "K") = 293.15 "temperature at the start";
    Real S(unit = "J/K", start = 0, fixed = true) "entropy since the start";
  equation
    der(S) = f;
    e = T0*exp(S/C);
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "C"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%C")}));
  end Capacity;

  model Conduction "Heat from the warm to the cold side: entropy is made"
    extends Interfaces.TwoPort;
    parameter Real G(unit = "W/K") = 1 "conductance";
  equation
    f1*e1 = G*(e1 - e2);
    f2*e2 = G*(e1 - e2);
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "RS"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%G")}));
  end Conduction;

  model Temperature "A body whose temperature does not change"
    extends Interfaces.Source;
    parameter Real T(unit = "K") = 293.15 "temperature";
  equation
    e = T;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Se"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%T")}));
  end Temperature;
end Thermal;
