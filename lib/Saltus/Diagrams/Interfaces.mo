within Saltus.Diagrams;
package Interfaces "Ports of blocks"
  connector ActivationInput = input Activation "Instants at which the block is activated"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,100},{0,-100},{-100,100}}, lineColor={200,0,0},
      fillColor={200,0,0}, fillPattern=FillPattern.Solid)}));
  connector ActivationOutput = output Activation "Instants at which the block activates others"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,100},{0,-100},{-100,100}}, lineColor={200,0,0},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  connector RealInput = input Real "A number that the block reads; 0 if nothing is connected"
    annotation (__Saltus(unconnected=0), Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}},
      lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));
  connector RealOutput = output Real "A number that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  connector MatrixInput = input Real[:, :] "A matrix that the block reads; its size follows from the connection"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
  connector MatrixOutput = output Real[:, :] "A matrix that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid, lineThickness=1)}));

  partial block Icon "A frame with the name below it"
    annotation (Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,0}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid), Text(extent={{-150,-110},{150,-150}}, textString="%name")}));
  end Icon;

  partial block Reader "A block with an input of numbers"
    extends Icon;
    RealInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end Reader;
end Interfaces;
