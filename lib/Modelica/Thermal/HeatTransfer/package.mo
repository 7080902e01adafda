within Modelica.Thermal;
package HeatTransfer "Heat that flows through bodies of one temperature each"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;
end HeatTransfer;
