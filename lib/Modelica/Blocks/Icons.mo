within Modelica.Blocks;
package Icons "Pictures of blocks"
  extends Modelica.Icons.IconsPackage;

  partial block Block "A block of Real signals"
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 127},
        fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 150}, {150, 110}}, textString = "%name", textColor = {0, 0, 255})}));
  end Block;

  partial block IntegerBlock "A block of Integer signals"
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {255, 127, 0},
        fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 150}, {150, 110}}, textString = "%name", textColor = {0, 0, 255})}));
  end IntegerBlock;

  partial block BooleanBlock "A block of Boolean signals"
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {255, 0, 255},
        fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 150}, {150, 110}}, textString = "%name", textColor = {0, 0, 255})}));
  end BooleanBlock;

  partial block DiscreteBlock "A block that acts at samples"
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 127},
        fillColor = {223, 223, 159}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 150}, {150, 110}}, textString = "%name", textColor = {0, 0, 255})}));
  end DiscreteBlock;

  partial block PartialBooleanBlock "A block of logic"
    annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {0, 0, 0},
        fillColor = {210, 210, 210}, fillPattern = FillPattern.Solid),
      Text(extent = {{-150, 150}, {150, 110}}, textString = "%name", textColor = {0, 0, 255})}));
  end PartialBooleanBlock;
end Icons;
