within Saltus.Xcos;
package Sinks "Where signals are looked at"
  import Saltus.Xcos.Interfaces.*;

  block Scope "Keeps what it sees when it is activated (CSCOPE, CMSCOPE, AFFICH_m, TOWS_c, ...)"
    extends Sink;
    output Real sample[r, c](each start=0, each fixed=true) "The signal at the last activation";
  equation
    when e then
      sample = u;
    end when;
    annotation (Icon(graphics={Rectangle(extent={{-80,70},{80,-40}}, lineColor={0,0,0}, fillColor={230,240,230},
      fillPattern=FillPattern.Solid), Line(points={{-75,0},{-50,40},{-20,-20},{10,50},{40,-10},{75,30}},
      color={0,100,0})}));
  end Scope;

  block EventScope "Counts the activations that come to it (CEVENTSCOPE)"
    extends Saltus.Diagrams.Interfaces.Icon;
    parameter Integer k = 1 "Number of activations";
    ActivationIn e[k] "What is looked at" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    output Integer count[k](each start=0, each fixed=true) "How often each has come";
  equation
    for i in 1:k loop
      when e[i] then
        count[i] = pre(count[i]) + 1;
      end when;
    end for;
    annotation (Icon(graphics={Rectangle(extent={{-80,70},{80,-40}}, lineColor={0,0,0}, fillColor={230,240,230},
      fillPattern=FillPattern.Solid), Line(points={{-50,-35},{-50,40}}, color={200,0,0}),
      Line(points={{20,-35},{20,40}}, color={200,0,0})}));
  end EventScope;
end Sinks;
