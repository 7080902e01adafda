within BondGraph;
package Sensors "What is measured takes no power"
  model De "Effort of a 0-junction"
    Interfaces.In port annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.SignalOut y annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.f = 0;
    y = port.e;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "De"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end De;

  model Df "Flow of a 1-junction"
    Interfaces.In port annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.SignalOut y annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
  equation
    port.e = 0;
    y = port.f;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "Df"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end Df;
end Sensors;
