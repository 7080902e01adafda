within BondGraph;
package Interfaces "Ports, and what elements have in common"
  connector Port "Effort and flow; the flow counts into the component"
    Real e "effort";
    flow Real f "flow into the component";
  end Port;

  connector In "A port that power goes into"
    extends Port;
    annotation(defaultComponentName = "in1", Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}},
        lineColor = {60, 60, 60}, fillColor = {60, 60, 60}, fillPattern = FillPattern.Solid)}));
  end In;

  connector Out "A port that power comes out of"
    extends Port;
    annotation(defaultComponentName = "out1", Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}},
        lineColor = {60, 60, 60}, fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid)}));
  end Out;

  partial model OnePort "An element that takes power"
    Real e "effort";
    Real f "flow";
    In port annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
  equation
    e = port.e;
    f = port.f;
  end OnePort;

  partial model Source "An element that gives power"
    Real e "effort";
    Real f "flow out of the source";
    Out port annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    e = port.e;
    f = -port.f;
  end Source;

  partial model TwoPort "Power goes in at the left and out at the right"
    Real e1 "effort at the left";
    Real f1 "flow into the left port";
    Real e2 "effort at the right";
    Real f2 "flow out of the right port";
    In in1 annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Out out1 annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    e1 = in1.e;
    f1 = in1.f;
    e2 = out1.e;
    f2 = -out1.f;
  end TwoPort;

  connector SignalIn = input Real "A signal that modulates";
  connector SignalOut = output Real "A signal that is measured";
end Interfaces;
