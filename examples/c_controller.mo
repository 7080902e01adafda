// A room is heated by a controller that exists as C: a PI controller with a limited actuator, called once a minute.
//
// The set point rises by 5 K after ten minutes, and the heater is at its limit for a while. The controller stops its
// integrator there, and the room becomes 0.3 K too warm. With -p controller.windup=true the integrator goes on, and it
// becomes 1.3 K too warm.
model CController "A room, and a controller in C"
  block Controller "PI, in steps of its activation"
    import Saltus.Diagrams.Interfaces.*;
    parameter Real k = 400 "W/K";
    parameter Real Ti(unit = "s") = 1800;
    parameter Real most(unit = "W") = 2000 "of the actuator";
    parameter Boolean windup = false "the integrator goes on at the limit";
    parameter Real T(unit = "s") "how often it is activated";
    ActivationInput e;
    RealInput wanted, is;
    RealOutput y;
    discrete Real sum(start = 0, fixed = true, unit = "W") "the integrator";
  external "C" pi_controller() annotation(Include = "
#include <saltus_block.h>

static double limited(double x, double most)
{
	return x < 0 ? 0 : x > most ? most : x;
}

void pi_controller(saltus_block *b, saltus_call call)
{
	double k = saltus_parameter(b, 1)[0], Ti = saltus_parameter(b, 2)[0], most = saltus_parameter(b, 3)[0];
	double T = saltus_parameter(b, 5)[0], e = saltus_input(b, 1)[0] - saltus_input(b, 2)[0];
	double *sum = saltus_discrete(b, 1), y = k*e + *sum;
	int windup = saltus_parameter_int(b, 4)[0];
	if (call == SALTUS_OUTPUTS)
		saltus_output(b, 1)[0] = limited(y, most);
	if (call == SALTUS_UPDATE && (windup || y == limited(y, most)))
		*sum += k*e*T/Ti;
}");
  end Controller;

  parameter Real C(unit = "J/K") = 4e5 "of the room";
  parameter Real G(unit = "W/K") = 60 "to the outside";
  parameter Real outside(unit = "degC") = 0;
  Real T(start = 15, fixed = true, unit = "degC") "of the room";
  Real setpoint(unit = "degC") = if time < 600 then 15 else 20;
  Saltus.Diagrams.Activations.SampleClock clock(period = 60);
  Controller controller(T = 60, sum(start = 900));
equation
  C*der(T) = controller.y - G*(T - outside);
  controller.wanted = setpoint;
  controller.is = T;
  connect(clock.o, controller.e);
  annotation(experiment(StopTime = 7200));
end CController;
