// A controller, a plant and their reference, connected at the top level: such a model can leave as a package of FMUs.
//
//     saltus fmu export loop.mo:Loop -o loop.ssp
model Loop "A step of the reference, a load at the plant"
  block Reference
    output Real r = if time < 1 then 0 else 1;
  end Reference;
  block Controller "Proportional and integral"
    parameter Real k = 4 "gain";
    parameter Real T(unit = "s") = 0.5 "time of the integral";
    input Real r, y;
    output Real u = k*(r - y + z/T);
    Real z(start = 0, fixed = true);
  equation
    der(z) = r - y;
  end Controller;
  block Plant "A lag"
    parameter Real tau(unit = "s") = 1;
    input Real u, load;
    output Real y(start = 0, fixed = true);
  equation
    tau*der(y) = u - load - y;
  end Plant;
  Reference reference;
  Controller controller;
  Plant plant;
  input Real load(start = 0.5);
equation
  controller.r = reference.r;
  controller.y = plant.y;
  plant.u = controller.u;
  plant.load = load;
  annotation(experiment(StopTime = 5));
end Loop;
