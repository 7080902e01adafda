within Saltus.Diagrams;
package Buses "Several signals with names on one line"
  expandable connector Bus "Signals with names"
    annotation (Icon(graphics={Rectangle(extent={{-100,30},{100,-30}}, lineColor={255,204,51}, fillColor={255,204,51},
      fillPattern=FillPattern.Solid), Line(points={{-100,10},{100,10}}, color={120,90,0}),
      Line(points={{-100,-10},{100,-10}}, color={120,90,0})}),
      Documentation(info="<html><p>connect(x.y, bus.speed) puts a signal in, connect(bus.speed, z.u) takes it out.</p>
</html>"));
  end Bus;

  partial block Whole "A block through which a whole bus goes,
    which is a record; its class follows from the connections"
    extends Interfaces.Typed;
    Input u "The bus" annotation (Placement(transformation(extent={{-120,-10},{-100,10}})));
    Output y "The bus" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Icon(graphics={Line(points={{-80,0},{80,0}}, color={255,204,51}, thickness=2)}));
  end Whole;

  partial block BusAssignment "A bus of which some signals are replaced"
    extends Whole;
    annotation (Documentation(info="<html><p>Extend it, add an input for each signal that is replaced, and write
<code>algorithm y := u; y.speed := speed;</code></p></html>"));
  end BusAssignment;
end Buses;
