within Modelica;
package Blocks "Blocks of signals"
  import Modelica.Units.SI;
  extends Modelica.Icons.Package;
end Blocks;
