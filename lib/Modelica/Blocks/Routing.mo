within Modelica.Blocks;
package Routing "Vectors of signals"
  extends Modelica.Icons.Package;

  block Replicator "The input, nout times"
    extends Interfaces.SIMO;
  equation
    y = fill(u, nout);
  end Replicator;

  block IntegerReplicator "The input, nout times"
    extends Modelica.Blocks.Icons.IntegerBlock;
    parameter Integer nout = 1 "number of outputs";
    Interfaces.IntegerInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.IntegerOutput y[nout] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = fill(u, nout);
  end IntegerReplicator;

  block BooleanReplicator "The input, nout times"
    extends Modelica.Blocks.Icons.BooleanBlock;
    parameter Integer nout = 1 "number of outputs";
    Interfaces.BooleanInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.BooleanOutput y[nout] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = fill(u, nout);
  end BooleanReplicator;

  block ExtractSignal "Some of the inputs"
    extends Interfaces.MIMO;
    parameter Integer extract[nout] = 1:nout "numbers of the inputs";
  equation
    for i in 1:nout loop
      y[i] = u[extract[i]];
    end for;
  end ExtractSignal;

  block Extractor "The input with the number index"
    extends Interfaces.MISO;
    parameter Boolean allowOutOfRange = false "an index without an input is no error";
    parameter Real outOfRangeValue = 1e10 "output where the index has no input";
    Interfaces.IntegerInput index
      annotation(Placement(transformation(origin = {0, -120}, extent = {{-20, -20}, {20, 20}}, rotation = 90)));
  protected
    Real k[nin];
  equation
    assert(allowOutOfRange or index > 0 and index <= nin, "There is no input with the number " + String(index));
    k = {if index == i then 1 else 0 for i in 1:nin};
    y = if index < 1 or index > nin then outOfRangeValue else k*u;
  end Extractor;

  block Multiplex "As many inputs as are connected, as a vector"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n(min = 0) = 0 "number of inputs" annotation(Dialog(connectorSizing = true));
    Interfaces.RealVectorInput u[n];
    Interfaces.RealOutput y[n + 0];
  equation
    y = u;
  end Multiplex;

  block Multiplex2 "Two vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of u1";
    parameter Integer n2 = 1 "size of u2";
    Interfaces.RealInput u1[n1] annotation(Placement(transformation(extent = {{-140, 65}, {-100, 95}})));
    Interfaces.RealInput u2[n2] annotation(Placement(transformation(extent = {{-140, -95}, {-100, -65}})));
    Interfaces.RealOutput y[n1 + n2] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = cat(1, u1, u2);
  end Multiplex2;

  block Multiplex3 "Three vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of u1";
    parameter Integer n2 = 1 "size of u2";
    parameter Integer n3 = 1 "size of u3";
    Interfaces.RealInput u1[n1] annotation(Placement(transformation(extent = {{-140, 65}, {-100, 95}})));
    Interfaces.RealInput u2[n2] annotation(Placement(transformation(extent = {{-140, -15}, {-100, 15}})));
    Interfaces.RealInput u3[n3] annotation(Placement(transformation(extent = {{-140, -95}, {-100, -65}})));
    Interfaces.RealOutput y[n1 + n2 + n3] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = cat(1, u1, u2, u3);
  end Multiplex3;

  block Multiplex4 "Four vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of u1";
    parameter Integer n2 = 1 "size of u2";
    parameter Integer n3 = 1 "size of u3";
    parameter Integer n4 = 1 "size of u4";
    Interfaces.RealInput u1[n1] annotation(Placement(transformation(extent = {{-140, 65}, {-100, 95}})));
    Interfaces.RealInput u2[n2] annotation(Placement(transformation(extent = {{-140, 12}, {-100, 42}})));
    Interfaces.RealInput u3[n3] annotation(Placement(transformation(extent = {{-140, -42}, {-100, -12}})));
    Interfaces.RealInput u4[n4] annotation(Placement(transformation(extent = {{-140, -95}, {-100, -65}})));
    Interfaces.RealOutput y[n1 + n2 + n3 + n4] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = cat(1, u1, u2, u3, u4);
  end Multiplex4;

  block Multiplex5 "Five vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of u1";
    parameter Integer n2 = 1 "size of u2";
    parameter Integer n3 = 1 "size of u3";
    parameter Integer n4 = 1 "size of u4";
    parameter Integer n5 = 1 "size of u5";
    Interfaces.RealInput u1[n1] annotation(Placement(transformation(extent = {{-140, 65}, {-100, 95}})));
    Interfaces.RealInput u2[n2] annotation(Placement(transformation(extent = {{-140, 25}, {-100, 55}})));
    Interfaces.RealInput u3[n3] annotation(Placement(transformation(extent = {{-140, -15}, {-100, 15}})));
    Interfaces.RealInput u4[n4] annotation(Placement(transformation(extent = {{-140, -55}, {-100, -25}})));
    Interfaces.RealInput u5[n5] annotation(Placement(transformation(extent = {{-140, -95}, {-100, -65}})));
    Interfaces.RealOutput y[n1 + n2 + n3 + n4 + n5] annotation(Placement(transformation(extent = {{100, -10}, {120,
      10}})));
  equation
    y = cat(1, u1, u2, u3, u4, u5);
  end Multiplex5;

  block Multiplex6 "Six vectors as one"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of u1";
    parameter Integer n2 = 1 "size of u2";
    parameter Integer n3 = 1 "size of u3";
    parameter Integer n4 = 1 "size of u4";
    parameter Integer n5 = 1 "size of u5";
    parameter Integer n6 = 1 "size of u6";
    Interfaces.RealInput u1[n1] annotation(Placement(transformation(extent = {{-140, 65}, {-100, 95}})));
    Interfaces.RealInput u2[n2] annotation(Placement(transformation(extent = {{-140, 33}, {-100, 63}})));
    Interfaces.RealInput u3[n3] annotation(Placement(transformation(extent = {{-140, 1}, {-100, 31}})));
    Interfaces.RealInput u4[n4] annotation(Placement(transformation(extent = {{-140, -31}, {-100, -1}})));
    Interfaces.RealInput u5[n5] annotation(Placement(transformation(extent = {{-140, -63}, {-100, -33}})));
    Interfaces.RealInput u6[n6] annotation(Placement(transformation(extent = {{-140, -95}, {-100, -65}})));
    Interfaces.RealOutput y[n1 + n2 + n3 + n4 + n5 + n6] annotation(Placement(transformation(extent = {{100, -10},
      {120, 10}})));
  equation
    y = cat(1, u1, u2, u3, u4, u5, u6);
  end Multiplex6;

  block DeMultiplex "A vector as single outputs"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n(min = 0) = 0 "number of outputs" annotation(Dialog(connectorSizing = true));
    Interfaces.RealInput u[n + 0];
    Interfaces.RealVectorOutput y[n];
  equation
    y = u;
  end DeMultiplex;

  block DeMultiplex2 "A vector as two"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of y1";
    parameter Integer n2 = 1 "size of y2";
    Interfaces.RealInput u[n1 + n2] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y1[n1] annotation(Placement(transformation(extent = {{100, 70}, {120, 90}})));
    Interfaces.RealOutput y2[n2] annotation(Placement(transformation(extent = {{100, -90}, {120, -70}})));
  equation
    u = cat(1, y1, y2);
  end DeMultiplex2;

  block DeMultiplex3 "A vector as three"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of y1";
    parameter Integer n2 = 1 "size of y2";
    parameter Integer n3 = 1 "size of y3";
    Interfaces.RealInput u[n1 + n2 + n3] annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.RealOutput y1[n1] annotation(Placement(transformation(extent = {{100, 70}, {120, 90}})));
    Interfaces.RealOutput y2[n2] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Interfaces.RealOutput y3[n3] annotation(Placement(transformation(extent = {{100, -90}, {120, -70}})));
  equation
    u = cat(1, y1, y2, y3);
  end DeMultiplex3;

  block DeMultiplex4 "A vector as four"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of y1";
    parameter Integer n2 = 1 "size of y2";
    parameter Integer n3 = 1 "size of y3";
    parameter Integer n4 = 1 "size of y4";
    Interfaces.RealInput u[n1 + n2 + n3 + n4] annotation(Placement(transformation(extent = {{-140, -20}, {-100,
      20}})));
    Interfaces.RealOutput y1[n1] annotation(Placement(transformation(extent = {{100, 70}, {120, 90}})));
    Interfaces.RealOutput y2[n2] annotation(Placement(transformation(extent = {{100, 17}, {120, 37}})));
    Interfaces.RealOutput y3[n3] annotation(Placement(transformation(extent = {{100, -37}, {120, -17}})));
    Interfaces.RealOutput y4[n4] annotation(Placement(transformation(extent = {{100, -90}, {120, -70}})));
  equation
    u = cat(1, y1, y2, y3, y4);
  end DeMultiplex4;

  block DeMultiplex5 "A vector as five"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of y1";
    parameter Integer n2 = 1 "size of y2";
    parameter Integer n3 = 1 "size of y3";
    parameter Integer n4 = 1 "size of y4";
    parameter Integer n5 = 1 "size of y5";
    Interfaces.RealInput u[n1 + n2 + n3 + n4 + n5] annotation(Placement(transformation(extent = {{-140, -20}, {-100,
      20}})));
    Interfaces.RealOutput y1[n1] annotation(Placement(transformation(extent = {{100, 70}, {120, 90}})));
    Interfaces.RealOutput y2[n2] annotation(Placement(transformation(extent = {{100, 30}, {120, 50}})));
    Interfaces.RealOutput y3[n3] annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Interfaces.RealOutput y4[n4] annotation(Placement(transformation(extent = {{100, -50}, {120, -30}})));
    Interfaces.RealOutput y5[n5] annotation(Placement(transformation(extent = {{100, -90}, {120, -70}})));
  equation
    u = cat(1, y1, y2, y3, y4, y5);
  end DeMultiplex5;

  block DeMultiplex6 "A vector as six"
    extends Modelica.Blocks.Icons.Block;
    parameter Integer n1 = 1 "size of y1";
    parameter Integer n2 = 1 "size of y2";
    parameter Integer n3 = 1 "size of y3";
    parameter Integer n4 = 1 "size of y4";
    parameter Integer n5 = 1 "size of y5";
    parameter Integer n6 = 1 "size of y6";
    Interfaces.RealInput u[n1 + n2 + n3 + n4 + n5 + n6] annotation(Placement(transformation(extent = {{-140, -20},
      {-100, 20}})));
    Interfaces.RealOutput y1[n1] annotation(Placement(transformation(extent = {{100, 70}, {120, 90}})));
    Interfaces.RealOutput y2[n2] annotation(Placement(transformation(extent = {{100, 38}, {120, 58}})));
    Interfaces.RealOutput y3[n3] annotation(Placement(transformation(extent = {{100, 6}, {120, 26}})));
    Interfaces.RealOutput y4[n4] annotation(Placement(transformation(extent = {{100, -26}, {120, -6}})));
    Interfaces.RealOutput y5[n5] annotation(Placement(transformation(extent = {{100, -58}, {120, -38}})));
    Interfaces.RealOutput y6[n6] annotation(Placement(transformation(extent = {{100, -90}, {120, -70}})));
  equation
    u = cat(1, y1, y2, y3, y4, y5, y6);
  end DeMultiplex6;

  model RealPassThrough "The input"
    extends Interfaces.SISO;
  equation
    y = u;
  end RealPassThrough;

  model IntegerPassThrough "The input"
    extends Modelica.Blocks.Icons.IntegerBlock;
    Interfaces.IntegerInput u annotation(Placement(transformation(extent = {{-140, -20}, {-100, 20}})));
    Interfaces.IntegerOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
  equation
    y = u;
  end IntegerPassThrough;

  model BooleanPassThrough "The input"
    extends Interfaces.BooleanSISO;
  equation
    y = u;
  end BooleanPassThrough;
end Routing;
