// A tank of equations with a pump that answers late: the controller is Modelica and sends messages, the pump is an
// atomic model of DEVS in C.
//
// The level falls by 1 and rises by 1 a minute. The controller asks for the pump at 1 and stops it at 2. The pump needs
// half a minute for both, so the level swings between 0.5 and 2.5, with a period of 4 minutes. With -p pump.delay=0 it
// stays between 1 and 2.
model DevsTank "A tank, messages, and a pump that is late"
  import Saltus.DEVS.Interfaces.*;
  block Controller "asks for the pump when the level is low"
    parameter Real low = 1, high = 2;
    input Real level;
    RealOutput command "1: on, 0: off";
  equation
    when level < low then
      send(command, 1);
    elsewhen level > high then
      send(command, 0);
    end when;
  end Controller;

  block Pump "obeys commands after a delay"
    parameter Real delay = 0.5;
    RealInput command;
    output Real rate(start = 0);
    discrete Real wanted;
    Boolean waits;
  external "C" devs_pump() annotation(Include = "
#include <saltus_block.h>
#include <math.h>

void devs_pump(saltus_block *b, saltus_call call)
{
    double *wanted = saltus_discrete(b, 1), advance = INFINITY;
    int *waits = saltus_discrete_int(b, 2);
    if (call == SALTUS_EXTERNAL) {
        wanted[0] = saltus_message_real(b, 1, 0)[0];
        advance = waits[0] ? saltus_remaining(b) : saltus_parameter(b, 1)[0];
        waits[0] = 1;
    } else if (call == SALTUS_INTERNAL) {
        saltus_output(b, 1)[0] = 2*wanted[0];
        waits[0] = 0;
    }
    saltus_advance(b, advance);
}");
    annotation(__Saltus(devs = "atomic"));
  end Pump;

  Real level(start = 1.5, fixed = true);
  Controller controller(level = level);
  Pump pump;
equation
  der(level) = pump.rate - 1;
  connect(controller.command, pump.command);
  annotation(experiment(StopTime = 20), __Saltus(plot = {"level", "pump.rate"}));
end DevsTank;
