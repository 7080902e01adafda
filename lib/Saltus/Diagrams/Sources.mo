within Saltus.Diagrams;
package Sources "Numbers that blocks give by themselves"
  import Saltus.Diagrams.Interfaces.*;

  partial block Drawing "A random number at each activation"
    extends Interfaces.Icon;
    parameter Integer seed(min=1, max=2147483646) = 1 "Where the sequence begins";
    ActivationInput e "When a number is drawn" annotation (Placement(transformation(extent={{-10,100},{10,120}})));
    RealOutput y(start=0, fixed=true) "The last number"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  protected
    Integer state(start=seed, fixed=true);
    discrete Real r(start=0, fixed=true) "Between 0 and 1";
  equation
    when e then
      state = mod(16807*pre(state), 2147483647);
      r = state/2147483647;
    end when;
    annotation (Icon(graphics={Line(points={{-80,0},{-65,40},{-50,-30},{-35,60},{-20,-50},{-5,20},{10,-15},{25,70},
      {40,-60},{55,30},{80,-5}}, color={0,0,127})}));
  end Drawing;

  block Uniform "Random numbers, all between two limits alike"
    extends Drawing;
    parameter Real low = 0 "Least";
    parameter Real high = 1 "Most";
  equation
    when e then
      y = low + (high - low)*r;
    end when;
    annotation (Icon(graphics={Text(extent={{-90,-65},{90,-95}}, textString="%low ... %high")}));
  end Uniform;

  block Exponential "Random numbers of the exponential distribution"
    extends Drawing;
    parameter Real mean = 1 "Mean";
  equation
    when e then
      y = -mean*log(r);
    end when;
    annotation (Icon(graphics={Text(extent={{-90,-65},{90,-95}}, textString="mean %mean")}));
  end Exponential;
end Sources;
