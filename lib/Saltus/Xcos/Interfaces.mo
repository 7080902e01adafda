within Saltus.Xcos;
package Interfaces "Ports and frames of blocks"
  connector SignalIn = input Real "A number that the block reads; 0 if nothing is connected"
    annotation (__Saltus(unconnected=0), Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}},
      lineColor={0,0,127}, fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));
  connector SignalThrough = input Real "A number that a super block reads"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));
  connector SignalOut = output Real "A number that the block gives"
    annotation (Icon(graphics={Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
      fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));
  connector ActivationIn = Saltus.Diagrams.Interfaces.ActivationInput;
  connector ActivationOut = Saltus.Diagrams.Interfaces.ActivationOutput;

  partial block Source "Gives a signal"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Integer r = 1 "Rows of the signal";
    parameter Integer c = 1 "Columns of the signal";
    SignalOut y[r, c] "What it gives" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end Source;

  partial block Sampled "Gives a signal that changes when the block is activated"
    extends Source(y(each start=0, each fixed=true));
    ActivationIn e "When it changes" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  end Sampled;

  partial block Map "Gives a signal of the size of the one that it reads"
    extends Source;
    SignalIn u[r, c] "What it reads" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end Map;

  partial block Join "Gives a signal made of several of the same size"
    extends Source;
    parameter Integer k = 2 "Number of signals that it reads";
    SignalIn u[k, r, c] "What it reads" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
  end Join;

  partial block Sink "Reads a signal"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Integer r = 1 "Rows of the signal";
    parameter Integer c = 1 "Columns of the signal";
    SignalIn u[r, c] "What it reads" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    ActivationIn e "When it looks" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
  end Sink;

  block FromReal "A number of a Modelica class as a signal"
    extends Saltus.Diagrams.Interfaces.Icon;
    input Real x "The number";
    SignalOut y[1, 1] = [x] "The same" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  end FromReal;

  block ToReal "A signal as a number for a Modelica class"
    extends Saltus.Diagrams.Interfaces.Icon;
    SignalIn u[1, 1] "The signal" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    output Real x = u[1, 1] "The same";
  end ToReal;
end Interfaces;
