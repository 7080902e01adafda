within BondGraph;
package Junctions "Where power is divided"
  model J0 "One effort; flows add up"
    parameter Integer ins(min = 0) = 1 "ports that power goes into";
    parameter Integer outs(min = 0) = 1 "ports that power comes out of";
    Interfaces.In in1[ins] annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.Out out1[outs] annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Real e "effort of all bonds";
  equation
    for k in 1:ins loop
      in1[k].e = e;
    end for;
    for k in 1:outs loop
      out1[k].e = e;
    end for;
    sum(in1.f) + sum(out1.f) = 0;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "0"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end J0;

  model J1 "One flow; efforts add up"
    parameter Integer ins(min = 0) = 1 "ports that power goes into";
    parameter Integer outs(min = 0) = 1 "ports that power comes out of";
    Interfaces.In in1[ins] annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    Interfaces.Out out1[outs] annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Real f "flow of all bonds";
  equation
    for k in 1:ins loop
      in1[k].f = f;
    end for;
    for k in 1:outs loop
      out1[k].f = -f;
    end for;
    sum(in1.e) - sum(out1.e) = 0;
    annotation(Icon(graphics = {Text(extent = {{-90, 45}, {90, -45}}, textString = "1"),
      Text(extent = {{-150, 90}, {150, 52}}, textString = "%name", textColor = {0, 0, 255})}));
  end J1;
end Junctions;
