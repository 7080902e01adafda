within BondGraph;
package Examples "Models to begin with"
  model Oscillator "A mass on a spring with a damper, pushed by a force"
    Sources.SeStep force(height = 1, startTime = 1);
    Elements.I mass(i = 2);
    Elements.C spring(c = 0.5);
    Elements.R damper(r = 0.4);
    Junctions.J1 velocity(ins = 1, outs = 3);
  equation
    connect(force.port, velocity.in1[1]);
    connect(velocity.out1[1], mass.port);
    connect(velocity.out1[2], spring.port);
    connect(velocity.out1[3], damper.port);
    annotation(experiment(StopTime = 20));
  end Oscillator;

  model Motor "A motor: a circuit, a gyrator, a shaft"
    Sources.SeStep supply(height = 12, startTime = 0.1);
    Elements.R winding(r = 0.5);
    Elements.I coil(i = 0.05);
    Elements.GY motor(r = 0.3);
    Elements.I rotor(i = 0.02);
    Elements.R bearing(r = 0.01);
    Junctions.J1 circuit(ins = 1, outs = 3), shaft(ins = 1, outs = 2);
  equation
    connect(supply.port, circuit.in1[1]);
    connect(circuit.out1[1], winding.port);
    connect(circuit.out1[2], coil.port);
    connect(circuit.out1[3], motor.in1);
    connect(motor.out1, shaft.in1[1]);
    connect(shaft.out1[1], rotor.port);
    connect(shaft.out1[2], bearing.port);
    annotation(experiment(StopTime = 3));
  end Motor;

  model WarmResistor "A resistor that warms a body, which loses heat to a room"
    Sources.Se supply(e0 = 10);
    Thermal.RS resistor(r = 20);
    Thermal.Capacity body(C = 50);
    Thermal.Conduction air(G = 0.1);
    Thermal.Temperature room;
    Junctions.J0 temperature(ins = 1, outs = 2);
  equation
    connect(supply.port, resistor.port);
    connect(resistor.heat, temperature.in1[1]);
    connect(temperature.out1[1], body.port);
    connect(temperature.out1[2], air.in1);
    connect(air.out1, room.port);
    annotation(experiment(StopTime = 2000));
  end WarmResistor;
end Examples;
