// A lander comes down to the moon; its pilot decides how much fuel is burnt.
//
// You will see the height, the speed and the fuel of a landing that a simple pilot makes: it burns fuel while the
// lander is faster than is right for its altitude, and looks ten times a second. The plant, MoonLander, is a model with
// an input and four outputs. It can leave Saltus as a program in C that asks a person for the thrust, or as a Python
// module: docs/export.md shows both.
package Moon "A lander, and somebody who lands it"
  block MoonLander "Altitude, speed and fuel of a lander; the input is how fast fuel is burnt"
    parameter Real dry = 15 "mass without fuel";
    parameter Real thrust = 300 "of a unit of fuel in a second";
    parameter Real rate = 2 "fuel that is burnt for a unit of the input";
    parameter Real g = 5 "gravity";
    parameter Real gentle = 5 "speed at which a landing is safe";
    input Real u "how fast fuel is burnt";
    output Integer status(start = 0, fixed = true) "0 flies, 1 has landed, 2 has crashed";
    output Real h(start = 600, fixed = true) "altitude";
    output Real v(start = -20, fixed = true) "speed upwards";
    output Real fuel(start = 15, fixed = true) "what is left";
  protected
    discrete Real power(start = 1, fixed = true) "0 once the tank is empty";
    discrete Real moves(start = 1, fixed = true) "0 once it is down";
    Real burnt = power*moves*u;
  equation
    der(h) = moves*v;
    der(v) = moves*(thrust*burnt/(dry + fuel) - g);
    der(fuel) = -rate*burnt;
    when fuel <= 0 then
      power = 0;
    end when;
    when h <= 0 then
      status = if v >= -gentle then 1 else 2;
      moves = 0;
    end when;
  end MoonLander;

  model Landing "With a pilot who looks ten times a second"
    MoonLander lander;
    parameter Real full = 1.6 "full thrust";
    Real wanted = -4.5*sqrt(max(lander.h, 0)) - 1.5 "the speed that is right for the altitude";
    discrete Real command(start = 0, fixed = true);
  equation
    when sample(0, 0.1) then
      command = if lander.v < wanted then full else 0;
    end when;
    lander.u = command;
    annotation(experiment(StopTime = 30, Interval = 0.1, Tolerance = 1e-8),
      __Saltus(plot = {"lander.h", "lander.v", "lander.fuel"}));
  end Landing;
end Moon;
