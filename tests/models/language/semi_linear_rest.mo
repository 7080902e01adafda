// Two ports that nobody is connected to: nothing flows, so the enthalpy in the port is that behind it (3.6, 3.7.2.5),
// which y = semiLinear(0, h, h0) alone would leave open.
//! run --stop 1
//! source.port.h = 42 + t +- 1e-12
//! source.port.H_flow = 0
model SemiLinearRest
  connector Port
    Real p;
    flow Real m_flow;
    Real h;
    flow Real H_flow;
  end Port;
  model Source
    Port port;
    Real h = 42 + time;
  equation
    port.p = 1e5;
    port.H_flow = semiLinear(port.m_flow, port.h, h);
  end Source;
  Source source;
end SemiLinearRest;
