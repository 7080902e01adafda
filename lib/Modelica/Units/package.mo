within Modelica;
package Units "Quantities with their units"
  package Icons "Pictures of unit packages"
    partial function Conversion "The picture of a function that converts units"
      annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {191, 0, 0},
          fillColor = {255, 255, 255}, fillPattern = FillPattern.Solid), Line(points = {{-70, 0}, {60, 0}}),
          Polygon(points = {{80, 0}, {50, 15}, {50, -15}, {80, 0}}, fillPattern = FillPattern.Solid)}));
    end Conversion;
  end Icons;
end Units;
