within BondGraph;
package Elements "What dissipates, stores and transforms power"
  model R "Resistance: e = r f"
    extends Interfaces.OnePort;
    parameter Real r = 1 "resistance";
  equation
    e = r*f;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "R"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%r")}));
  end R;

  model MR "Resistance that a signal gives"
    extends Interfaces.OnePort;
    Interfaces.SignalIn u "resistance"
      annotation(Placement(transformation(extent = {{-20, 120}, {20, 80}}, rotation = -90)));
  equation
    e = u*f;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "MR"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end MR;

  model C "Compliance: e = q/c, q' = f"
    extends Interfaces.OnePort;
    parameter Real c = 1 "compliance";
    parameter Real q0 = 0 "displacement at the start";
    Real q(start = q0, fixed = true) "displacement";
  equation
    der(q) = f;
    e = q/c;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "C"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%c")}));
  end C;

  model I "Inertia: f = p/i, p' = e"
    extends Interfaces.OnePort;
    parameter Real i = 1 "inertia";
    parameter Real p0 = 0 "momentum at the start";
    Real p(start = p0, fixed = true) "momentum";
  equation
    der(p) = e;
    f = p/i;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "I"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%i")}));
  end I;

  model TF "Transformer: e1 = n e2, f2 = n f1"
    extends Interfaces.TwoPort;
    parameter Real n = 1 "ratio";
  equation
    e1 = n*e2;
    f2 = n*f1;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "TF"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%n")}));
  end TF;

  model GY "Gyrator: e1 = r f2, e2 = r f1"
    extends Interfaces.TwoPort;
    parameter Real r = 1 "ratio";
  equation
    e1 = r*f2;
    e2 = r*f1;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "GY"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255}),
      Text(extent = {{-150, -50}, {150, -90}}, textString = "%r")}));
  end GY;

  model MTF "Transformer whose ratio a signal gives"
    extends Interfaces.TwoPort;
    Interfaces.SignalIn u "ratio"
      annotation(Placement(transformation(extent = {{-20, 120}, {20, 80}}, rotation = -90)));
  equation
    e1 = u*e2;
    f2 = u*f1;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "MTF"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end MTF;

  model MGY "Gyrator whose ratio a signal gives"
    extends Interfaces.TwoPort;
    Interfaces.SignalIn u "ratio"
      annotation(Placement(transformation(extent = {{-20, 120}, {20, 80}}, rotation = -90)));
  equation
    e1 = u*f2;
    e2 = u*f1;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "MGY"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end MGY;
end Elements;
