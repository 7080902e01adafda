// Connectors with arrays, with records and with connectors inside; parameters in connectors; three of them at one node.
//! class NestedConnectors.Use
//! run --stop 1
//! final a.plug.pin[2].i = -2*3 +- 1e-13
//! final b.plug.pin[2].i = 2 +- 1e-13
//! final c.plug.pin[2].i = 4 +- 1e-13
//! final b.plug.pin[3].v = 3
//! final c.plug.temperature.T = 300
//! final a.plug.temperature.Q = -(1 + 2)*5 +- 1e-12
package NestedConnectors
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Heat
    Real T;
    flow Real Q;
  end Heat;
  connector Plug
    parameter Integer m = 3;
    Pin pin[m];
    Heat temperature;
  end Plug;
  model Supply
    Plug plug;
  equation
    for k in 1:3 loop
      plug.pin[k].v = k;
    end for;
    plug.temperature.T = 300;
  end Supply;
  model Load
    parameter Real G = 1;
    Plug plug;
  equation
    for k in 1:3 loop
      plug.pin[k].i = G*plug.pin[k].v;
    end for;
    plug.temperature.Q = G*5;
  end Load;
  model Use
    Supply a;
    Load b(G = 1), c(G = 2);
  equation
    connect(a.plug, b.plug);
    connect(c.plug, a.plug);
  end Use;
end NestedConnectors;
