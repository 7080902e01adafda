within Saltus.Diagrams;
package Interfaces "Ports of blocks"
  connector ActivationInput = input Activation "Instants at which the block is activated"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,100},{0,-100},{-100,100}}, lineColor={200,0,0},
      fillColor={200,0,0}, fillPattern=FillPattern.Solid)}));
  connector ActivationOutput = output Activation "Instants at which the block activates others"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,100},{0,-100},{-100,100}}, lineColor={200,0,0},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  connector RealInput = input Real "A number that the block reads; 0 if nothing is connected"
    annotation (__Saltus(unconnected=0), Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));
  connector RealOutput = output Real "A number that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  connector IntegerInput = input Integer "A whole number that the block reads; 0 if nothing is connected"
    annotation (__Saltus(unconnected=0), Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,127,0},
      fillColor={255,127,0}, fillPattern=FillPattern.Solid)}));
  connector IntegerOutput = output Integer "A whole number that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,127,0},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  connector BooleanInput = input Boolean "True or false; false if nothing is connected"
    annotation (__Saltus(unconnected=false), Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,0,255},
      fillColor={255,0,255}, fillPattern=FillPattern.Solid)}));
  connector BooleanOutput = output Boolean "True or false"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,0,255},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  connector EnableInput = input Boolean "True or false; true if nothing is connected"
    annotation (__Saltus(unconnected=true), Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,0,255},
      fillColor={255,0,255}, fillPattern=FillPattern.Solid)}));
  connector StringInput = input String "A text that the block reads"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,100,0},
      fillColor={0,100,0}, fillPattern=FillPattern.Solid)}));
  connector StringOutput = output String "A text that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,100,0},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  connector VectorInput = input Real[:] "Numbers that the block reads; how many follows from the connection"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));
  connector VectorOutput = output Real[:] "Numbers that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  connector MatrixInput = input Real[:, :] "A matrix that the block reads; its size follows from the connection"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid, lineThickness=1)}));
  connector MatrixOutput = output Real[:, :] "A matrix that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid, lineThickness=1)}));

  partial block Typed "A block whose type of numbers follows from the connections"
    extends Icon;
    replaceable type T = Real "Type of inputs and outputs" annotation (__Saltus(inferred=true));
    connector Input = input T "What the block reads; 0, false or an empty text if nothing is connected"
      annotation (__Saltus(unconnected=0), Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,100,100},
      fillColor={0,100,100}, fillPattern=FillPattern.Solid)}));
    connector Output = output T "What the block gives"
      annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,100,100},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  end Typed;

  partial block Icon "A frame with the name below it"
    annotation (Icon(graphics={Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,0}, fillColor={255,255,255},
      fillPattern=FillPattern.Solid), Text(extent={{-150,-110},{150,-150}}, textString="%name")}));
  end Icon;

  partial block Reader "A block with an input of numbers"
    extends Icon;
    RealInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end Reader;

  partial block Giver "A block that gives a number"
    extends Icon;
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Giver;

  partial block OneToOne "A block that makes a number of a number"
    extends Reader;
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end OneToOne;

  partial block TwoToOne "A block that makes a number of two"
    extends Icon;
    RealInput u1 "First input" annotation (Placement(transformation(extent={{-120,50},{-100,70}})));
    RealInput u2 "Second input" annotation (Placement(transformation(extent={{-120,-70},{-100,-50}})));
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end TwoToOne;

  partial block SeveralToOne "A block that makes a number of n"
    extends Icon;
    parameter Integer n(min=1) = 2 "Number of inputs";
    RealInput u[n] "Inputs" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end SeveralToOne;

  partial block VectorReader "A block that reads a vector"
    extends Icon;
    VectorInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end VectorReader;

  partial block MatrixReader "A block that reads a matrix"
    extends Icon;
    MatrixInput u "Input" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end MatrixReader;

  partial block Activatable "A block with an activation port"
    extends Icon;
    ActivationInput e "When it acts" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  end Activatable;

  block Port "An activation that comes from a port, or from the inputs of a block"
    ActivationInput e "Instants";
  end Port;

  partial block Activator "A block that activates others"
    extends Icon;
    ActivationOutput o "When others act" annotation (Placement(transformation(extent={{-10,-120},{10,-100}})));
  end Activator;
end Interfaces;
