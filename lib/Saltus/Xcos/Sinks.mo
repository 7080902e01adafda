within Saltus.Xcos;
package Sinks "Where signals are looked at"
  import Saltus.Xcos.Interfaces.*;

  block Display "Keeps what it sees when it is activated (AFFICH_m, TOWS_c, WRITEC_f, ...)"
    extends Sink;
    output Real sample[r, c](each start=0, each fixed=true) "The signal at the last activation";
  equation
    when e then
      sample = u;
    end when;
    annotation (Icon(graphics={Rectangle(extent={{-80,70},{80,-40}}, lineColor={0,0,0}, fillColor={230,240,230},
      fillPattern=FillPattern.Solid)}));
  end Display;

  block Scope "Curves over time, a figure of the run (CSCOPE, CMSCOPE, ...)"
    extends Display;
    parameter String title = "" "Title of the figure; empty: the name of the component";
    output Real curve[r] = u[:, 1] "What is drawn";
    annotation (__Saltus(viewer=true), Icon(graphics={Line(points={{-75,0},{-50,40},{-20,-20},{10,50},{40,-10},{75,30}},
      color={0,100,0})}), Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(y=curve)})})}));
  end Scope;

  block ScopeXY "One number over another, a figure of the run (CSCOPXY, CANIMXY)"
    extends Display(r=2);
    parameter String title = "" "Title of the figure; empty: the name of the component";
    output Real x = u[1, 1] "To the right";
    output Real y = u[2, 1] "Upwards";
    annotation (__Saltus(viewer=true), Icon(graphics={Ellipse(extent={{-50,50},{50,-30}}, lineColor={0,100,0})}),
      Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(x=x, y=y)})})}));
  end ScopeXY;

  block EventScope "Counts the activations that come to it (CEVENTSCOPE)"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Integer k = 1 "Number of activations";
    parameter String title = "" "Title of the figure; empty: the name of the component";
    ActivationIn e[k] "What is looked at" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Integer count[k](each start=0, each fixed=true) "How often each has come";
  equation
    for i in 1:k loop
      when e[i] then
        count[i] = pre(count[i]) + 1;
      end when;
    end for;
    annotation (__Saltus(viewer=true), Icon(graphics={Rectangle(extent={{-80,70},{80,-40}}, lineColor={0,0,0},
      fillColor={230,240,230}, fillPattern=FillPattern.Solid), Line(points={{-50,-35},{-50,40}}, color={200,0,0}),
      Line(points={{20,-35},{20,40}}, color={200,0,0})}),
      Documentation(figures={Figure(title="%title", plots={Plot(curves={Curve(y=count)})})}));
  end EventScope;
end Sinks;
