within Modelica;
package Icons "Pictures that classes inherit"
  partial package Package "A package"
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {128, 128, 128},
        fillColor = {240, 240, 240}, fillPattern = FillPattern.Solid, radius = 20)}));
  end Package;

  partial package ExamplesPackage "A package of examples"
    extends Package;
    annotation(Icon(graphics = {Polygon(points = {{-50, 60}, {-50, -60}, {65, 0}, {-50, 60}}, lineColor = {128, 128,
      128},
        fillColor = {128, 128, 128}, fillPattern = FillPattern.Solid)}));
  end ExamplesPackage;

  partial package BasesPackage "A package of partial classes"
    extends Package;
  end BasesPackage;

  partial package VariantsPackage "A package of variants"
    extends Package;
  end VariantsPackage;

  partial package InterfacesPackage "A package of interfaces"
    extends Package;
  end InterfacesPackage;

  partial package SourcesPackage "A package of sources"
    extends Package;
  end SourcesPackage;

  partial package SensorsPackage "A package of sensors"
    extends Package;
  end SensorsPackage;

  partial package UtilitiesPackage "A package of auxiliary classes"
    extends Package;
  end UtilitiesPackage;

  partial package TypesPackage "A package of types"
    extends Package;
  end TypesPackage;

  partial package FunctionsPackage "A package of functions"
    extends Package;
  end FunctionsPackage;

  partial package IconsPackage "A package of icons"
    extends Package;
  end IconsPackage;

  partial package InternalPackage "A package of what only its neighbours use"
    extends Package;
  end InternalPackage;

  partial package MaterialPropertiesPackage "A package of properties of materials"
    extends Package;
  end MaterialPropertiesPackage;

  partial package RecordsPackage "A package of records"
    extends Package;
  end RecordsPackage;

  partial model Example "A model that can be simulated"
    annotation(Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {75, 138, 73},
        fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Polygon(points = {{-40, 60}, {65, 0}, {-40, -60}, {-40, 60}}, lineColor = {75, 138, 73},
        fillColor = {75, 138, 73}, fillPattern = FillPattern.Solid)}));
  end Example;

  partial class Information "A text for readers"
  end Information;

  partial class RoundSensor "A round sensor"
    annotation(Icon(graphics = {Ellipse(extent = {{-70, 70}, {70, -70}}, fillColor = {245, 245, 245},
        fillPattern = FillPattern.Solid), Line(points = {{0, 0}, {35, 45}})}));
  end RoundSensor;

  partial class RectangularSensor "A rectangular sensor"
    annotation(Icon(graphics = {Rectangle(extent = {{-70, 30}, {70, -70}}, fillColor = {245, 245, 245},
        fillPattern = FillPattern.Solid), Line(points = {{0, -40}, {20, 0}})}));
  end RectangularSensor;

  partial class RotationalSensor = RoundSensor;
  partial class TranslationalSensor = RectangularSensor;

  partial class Function "A function"
    annotation(Icon(graphics = {Ellipse(extent = {{-100, 100}, {100, -100}}, lineColor = {108, 88, 49},
        fillColor = {255, 215, 136}, fillPattern = FillPattern.Solid)}));
  end Function;

  partial record Record "A record"
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 50}, {100, -100}}, lineColor = {64, 64, 64},
        fillColor = {255, 215, 136}, fillPattern = FillPattern.Solid, radius = 20)}));
  end Record;

  partial class ObsoleteModel "A class that is kept for old models"
  end ObsoleteModel;
end Icons;
