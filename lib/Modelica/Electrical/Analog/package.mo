within Modelica.Electrical;
package Analog "Circuits"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  package Types "Enumerations"
    extends Modelica.Icons.TypesPackage;
    type InitOpAmp = enumeration(
      UpperLimit "at the upper limit",
      Linear "between the limits",
      LowerLimit "at the lower limit") "Where an operational amplifier begins";
  end Types;

  package Icons "Pictures of sources"
    extends Modelica.Icons.IconsPackage;

    partial model VoltageSource "A circle with a line through it"
      annotation(Icon(graphics = {Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255},
          fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {90, 0}}, color = {0, 0, 255}), Line(points = {{-80, 20}, {-60, 20}}, color = {0,
          0, 255}),
        Line(points = {{-70, 30}, {-70, 10}}, color = {0, 0, 255}), Line(points = {{60, 20}, {80, 20}}, color = {0,
          0, 255}),
        Text(extent = {{-150, 110}, {150, 70}}, textString = "%name", textColor = {0, 0, 255})}));
    end VoltageSource;

    partial model CurrentSource "A circle with a line across it"
      annotation(Icon(graphics = {Ellipse(extent = {{-50, 50}, {50, -50}}, lineColor = {0, 0, 255},
          fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
        Line(points = {{-90, 0}, {-50, 0}}, color = {0, 0, 255}), Line(points = {{50, 0}, {90, 0}}, color = {0, 0,
          255}),
        Line(points = {{0, -50}, {0, 50}}, color = {0, 0, 255}),
        Text(extent = {{-150, 110}, {150, 70}}, textString = "%name", textColor = {0, 0, 255})}));
    end CurrentSource;
  end Icons;
end Analog;
