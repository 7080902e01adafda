within;
package Modelica "Basic components with the names and interfaces of the Modelica Standard Library"
  import Modelica.Units.SI;

  annotation(version = "4.1.0", Documentation(info = "<html>
<p>This library comes with Saltus. Its classes have the names, parameters,
  units and connectors of those of the Modelica
Standard Library 4.1.0, so that models written for that library run without it. The equations were written for Saltus.
It holds Blocks, Electrical.Analog, Mechanics.Rotational and Translational, Thermal.HeatTransfer, Units, Constants,
Math and Icons. Where the Modelica Standard Library itself is found by MODELICAPATH, it is used instead.</p>
</html>"));
end Modelica;
