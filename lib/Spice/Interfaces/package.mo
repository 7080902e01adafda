within Spice;
package Interfaces "Pins and partial devices"
  connector Pin = Modelica.Electrical.Analog.Interfaces.Pin(v(nominal = 1), i(nominal = 1e-3)) "A terminal";

  partial model TwoTerminal "Two terminals; what goes in at p comes out at n"
    Pin p;
    Pin n;
    Real v(nominal = 1) "p.v - n.v, V";
    Real i(nominal = 1e-3) "current from p to n, A";
  equation
    v = p.v - n.v;
    p.i = i;
    n.i = -i;
  end TwoTerminal;

  model Charge "A charge that depends on voltages, and the current that changes it"
    parameter Boolean UIC = false "start with the charge q0";
    input Real q0 = 0 "charge at the start, C";
    input Real f "the charge as a function of voltages, C";
    Real q(stateSelect = StateSelect.prefer) "C";
    Real i(nominal = 1e-3) "A";
  equation
    q = f;
    i = if initial() then (if UIC then (q - q0)/instant else 0) else der(q);
  end Charge;

  partial model Controlled "Two terminals, and two that sense a voltage"
    extends TwoTerminal;
    Pin cp;
    Pin cn;
    Real vc(nominal = 1) "cp.v - cn.v, V";
  equation
    vc = cp.v - cn.v;
    cp.i = 0;
    cn.i = 0;
  end Controlled;

  partial model TwoPorts "The terminals of a line; what goes in at p comes out at n of the same end"
    Pin p1;
    Pin n1;
    Pin p2;
    Pin n2;
    Real v1(nominal = 1) "V";
    Real i1(nominal = 1e-3) "A";
    Real v2(nominal = 1) "V";
    Real i2(nominal = 1e-3) "A";
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    p1.i = i1;
    n1.i = -i1;
    p2.i = i2;
    n2.i = -i2;
  end TwoPorts;

  partial model Tempered "Something with a temperature"
    parameter Real TEMP = 27 "temperature of the circuit, degC";
    parameter Real DTEMP = 0 "this device is hotter by this, K";
    parameter Real TNOM = 27 "temperature at which the parameters hold, degC";
  protected
    final parameter Real T = TEMP + DTEMP + zeroCelsius "K";
    final parameter Real Tn = TNOM + zeroCelsius "K";
    final parameter Real vt = boltzmann*T/charge "thermal voltage, V";
    final parameter Real vtn = boltzmann*Tn/charge "thermal voltage at TNOM, V";
  end Tempered;

  partial model Source "A value that depends on time"
    parameter Real DC = 0 "value in analyses at rest";
    parameter Real ACMAG = 0 "small signal: amplitude";
    parameter Real ACPHASE = 0 "small signal: phase, degrees";
    parameter Real OFFSET = 0 "added to the waveform";
    parameter Boolean STATIC = false "the value is DC at all times";
    parameter Real SHARE = 1 "of its value that it has: for ramps of initial values";
    input Real u = 0 "added to the value";
    Real w "value of the waveform";
    Real value(nominal = 1) "of the source";
  equation
    value = SHARE*(if STATIC then DC else OFFSET + w) + u;
  end Source;

  partial model Voltage "A source of voltage"
    extends TwoTerminal;
    extends Source;
  equation
    v = value;
  end Voltage;

  partial model Current "A source of current"
    extends TwoTerminal;
    extends Source;
    parameter Real MULT = 1 "devices in parallel";
  equation
    i = MULT*value;
  end Current;

  partial model Switch "Opens and closes with hysteresis"
    Real v(nominal = 1) "p.v - n.v, V";
    Real i(nominal = 1e-3) "current from p to n, A";
    parameter Real RON = 1 "closed, ohm; 0: a short circuit";
    parameter Real ROFF = 1e12 "open, ohm; from 1e100 on: no connection";
    parameter Boolean ON = false "closed at the start, if the control is within the hysteresis";
    Boolean closed;
  protected
    parameter Real threshold;
    parameter Real hysteresis;
    input Real control;
    final parameter Real GOFF = if ROFF < 1e100 then 1/ROFF else 0;
    final parameter Boolean ideal = RON <= 0 or GOFF <= 0;
    Boolean above(start = ON, fixed = true) "the control was last above the hysteresis, and not below it";
    Boolean over = control > threshold + abs(hysteresis);
    Boolean under = control < threshold - abs(hysteresis);
  equation
    above = if over then true elseif under then false else pre(above);
    closed = if hysteresis >= 0 then above else over or not under and not above;
    if ideal then
      if closed then
        v = RON*i;
      else
        i = GOFF*v;
      end if;
    else
      i = v*(if closed then 1/RON else GOFF);
    end if;
  end Switch;
end Interfaces;
