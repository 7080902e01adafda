within Modelica.Electrical.Analog;
package Semiconductors "Diodes and transistors of simple equations"
  extends Modelica.Icons.Package;
  import Modelica.Units.SI;

  model Diode "An exponential diode with a resistance beside it"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(useHeatPort = useTemperatureDependency);
    parameter SI.Current Ids = 1e-6 "saturation current";
    parameter Boolean useTemperatureDependency = false "the curve depends on the temperature of the port";
    parameter SI.Voltage Vt = 0.04 "voltage of the exponent, where the temperature does not count";
    parameter Real Maxexp(final min = Modelica.Constants.small) = 15 "beyond this exponent the curve is a line";
    parameter SI.Resistance R = 1e8 "resistance beside the diode";
    parameter Real EG = 1.11 "energy of the gap, in electron volts";
    parameter Real N = 1 "emission coefficient";
    parameter SI.Temperature TNOM = 300.15 "temperature at which the parameters hold";
    parameter Real XTI = 3 "exponent of the temperature in the saturation current";
    SI.Voltage vt_t "voltage of the exponent at this temperature";
    SI.Current id "current of the diode alone, where the saturation current is Ids";
  protected
    SI.Temperature htemp "temperature, not below -173.15 degC";
    Real growth "saturation current over Ids";
  equation
    assert(T_heatPort >= TNOM/1000 or not useTemperatureDependency, "The temperature is too low.");
    htemp = if T_heatPort < 100 then 100 else T_heatPort;
    vt_t = Modelica.Constants.k*htemp/Modelica.Constants.q;
    growth = if useTemperatureDependency then
      Modelica.Math.exp((htemp/TNOM - 1)*EG/(N*vt_t) + XTI/N*Modelica.Math.log(htemp/TNOM)) else 1;
    id = smooth(1, Ids*(Functions.exlin(if useTemperatureDependency then v/(N*vt_t) else v/Vt, Maxexp) - 1));
    i = growth*id + v/R;
    LossPower = v*i;
  end Diode;

  model ZDiode "An exponential diode that breaks down"
    extends Interfaces.OnePort;
    extends Interfaces.ConditionalHeatPort(T = 293.15);
    parameter SI.Current Ids = 1e-6 "saturation current";
    parameter SI.Voltage Vt = 0.04 "voltage of the exponent";
    parameter Real Maxexp(final min = Modelica.Constants.small) = 30 "beyond this exponent the curve is a line";
    parameter SI.Resistance R = 1e8 "resistance beside the diode";
    parameter SI.Voltage Bv = 5.1 "voltage of the break down";
    parameter SI.Current Ibv = 0.7 "current at the break down";
    parameter Real Nbv = 0.74 "emission coefficient of the break down";
  equation
    i = smooth(1, Ids*(Functions.exlin(v/Vt, Maxexp) - 1) - Ibv*Functions.exlin(-(v + Bv)/(Nbv*Vt), Maxexp)) + v/R;
    LossPower = v*i;
  end ZDiode;

  package Functions "Functions of the semiconductors"
    function exlin "The exponential, and the line that continues it beyond Maxexp"
      extends Modelica.Icons.Function;
      input Real x;
      input Real Maxexp;
      output Real z;
    algorithm
      z := if x > Maxexp then exp(Maxexp)*(1 + x - Maxexp) else exp(x);
      annotation(Inline = true, smoothOrder = 1);
    end exlin;
  end Functions;
end Semiconductors;
