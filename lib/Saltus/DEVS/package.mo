within Saltus;
package DEVS "Atomic models of DEVS, and ports that carry messages (docs/devs.md)"

  package Interfaces "Ports that carry messages"
    connector RealInput = input Real "messages that are numbers" annotation(__Saltus(message = true),
      Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, fillPattern = FillPattern.Solid,
        fillColor = {210, 150, 60}, lineColor = {160, 100, 20})}));
    connector RealOutput = output Real "messages that are numbers" annotation(__Saltus(message = true),
      Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, fillPattern = FillPattern.Solid,
        fillColor = {255, 255, 255}, lineColor = {160, 100, 20})}));
    connector IntegerInput = input Integer annotation(__Saltus(message = true),
      Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, fillPattern = FillPattern.Solid,
        fillColor = {210, 150, 60}, lineColor = {160, 100, 20})}));
    connector IntegerOutput = output Integer annotation(__Saltus(message = true),
      Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, fillPattern = FillPattern.Solid,
        fillColor = {255, 255, 255}, lineColor = {160, 100, 20})}));
    record Job "what generators make and processors work on"
      Integer number;
      Real born "the time at which it was made";
    end Job;
    connector JobInput = input Job annotation(__Saltus(message = true),
      Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, fillPattern = FillPattern.Solid,
        fillColor = {210, 150, 60}, lineColor = {160, 100, 20})}));
    connector JobOutput = output Job annotation(__Saltus(message = true),
      Icon(graphics = {Polygon(points = {{-100, 100}, {100, 0}, {-100, -100}}, fillPattern = FillPattern.Solid,
        fillColor = {255, 255, 255}, lineColor = {160, 100, 20})}));
    partial block Icon "a box with the name"
      annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {160, 100, 20},
        fillColor = {255, 248, 235}, fillPattern = FillPattern.Solid),
        Text(extent = {{-100, -105}, {100, -145}}, textString = "%name")}));
    end Icon;
  end Interfaces;

  block Generator "makes a job at each period"
    extends Interfaces.Icon;
    parameter Real period = 1 "between two jobs";
    parameter Real first = period "the time of the first job";
    parameter Integer most = 0 "how many jobs; 0: no end";
    Interfaces.JobOutput out annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Integer made "so far";
  external "C" saltus_devs_generator() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void saltus_devs_generator(saltus_block *b, saltus_call call)
{
    struct { int number; double born; } job;
    int *made = saltus_discrete_int(b, 1), most = saltus_parameter_int(b, 3)[0];
    switch (call) {
    case SALTUS_START: saltus_advance(b, saltus_parameter(b, 2)[0]); break;
    case SALTUS_SEND:
        job.number = made[0] + 1;
        job.born = saltus_block_time(b);
        saltus_send(b, 1, &job);
        break;
    case SALTUS_INTERNAL:
        made[0]++;
        saltus_advance(b, most > 0 && made[0] >= most ? INFINITY : saltus_parameter(b, 1)[0]);
        break;
    default: break;
    }
}");
    annotation(__Saltus(devs = "atomic"), Icon(graphics = {Line(points = {{-60, 0}, {-60, 50}, {-20, 50}, {-20, 0},
      {20, 0}, {20, 50}, {60, 50}, {60, 0}})}));
  end Generator;

  block Processor "works on one job at a time; others wait in the order in which they came"
    extends Interfaces.Icon;
    parameter Real service = 1 "the time that a job takes";
    parameter Integer places = 1000000 "for jobs that wait; others are lost";
    Interfaces.JobInput in_ annotation(Placement(transformation(extent = {{-120, -10}, {-100, 10}})));
    Interfaces.JobOutput out annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    Integer waiting;
    Integer lost;
    Boolean busy;
  protected
    constant Integer most = 4096 "places in memory";
  external "C" saltus_devs_processor() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
struct saltus_devs_line { int first; struct { int number; double born; } job[4097]; };
void saltus_devs_processor(saltus_block *b, saltus_call call)
{
    struct saltus_devs_line *line = b->user;
    int *waiting = saltus_discrete_int(b, 1), *lost = saltus_discrete_int(b, 2), *busy = saltus_discrete_int(b, 3);
    int places = saltus_parameter_int(b, 2)[0];
    switch (call) {
    case SALTUS_INITIALISE: b->user = saltus_kept(b, sizeof *line); break;
    case SALTUS_START: saltus_advance(b, INFINITY); break;
    case SALTUS_SEND: saltus_send(b, 1, &line->job[line->first]); break;
    case SALTUS_INTERNAL:
        busy[0] = waiting[0] > 0;
        waiting[0] -= busy[0];
        line->first = (line->first + busy[0]) % 4097;
        saltus_advance(b, busy[0] ? saltus_parameter(b, 1)[0] : INFINITY);
        break;
    case SALTUS_EXTERNAL:
        saltus_advance(b, busy[0] ? saltus_remaining(b) : saltus_parameter(b, 1)[0]);
        for (int m = 0; m < saltus_received(b, 1); m++) {
            if (busy[0] && (waiting[0] >= places || waiting[0] >= 4096)) {
                if (waiting[0] < places)
                    saltus_error(b, \"more than 4096 jobs wait\");
                lost[0]++;
                continue;
            }
            waiting[0] += busy[0];
            busy[0] = 1;
            line->job[(line->first + waiting[0]) % 4097] =
                *(__typeof__(line->job[0]) *)saltus_message_of(b, 1, 0, m, SALTUS_TEXT, sizeof line->job[0]);
        }
        break;
    default: break;
    }
}");
    annotation(__Saltus(devs = "atomic"), Icon(graphics = {Rectangle(extent = {{10, 40}, {80, -40}}),
      Line(points = {{-80, 30}, {0, 30}}), Line(points = {{-80, -30}, {0, -30}}),
      Line(points = {{-20, 30}, {-20, -30}}), Line(points = {{-40, 30}, {-40, -30}})}));
  end Processor;

  block Transducer "watches jobs: how many were made and done, and how long they took"
    extends Interfaces.Icon;
    Interfaces.JobInput made annotation(Placement(transformation(extent = {{-120, 40}, {-100, 60}})));
    Interfaces.JobInput done annotation(Placement(transformation(extent = {{-120, -60}, {-100, -40}})));
    Integer arrived "jobs that were made";
    Integer solved "jobs that are done";
    discrete Real turnaround "the mean time from birth to end";
    discrete Real throughput "jobs done for each unit of time, when the last one was done";
  external "C" saltus_devs_transducer() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void saltus_devs_transducer(saltus_block *b, saltus_call call)
{
    struct job { int number; double born; };
    int *arrived = saltus_discrete_int(b, 1), *solved = saltus_discrete_int(b, 2);
    double *sum = b->user;
    switch (call) {
    case SALTUS_INITIALISE: b->user = saltus_kept(b, sizeof *sum); break;
    case SALTUS_EXTERNAL:
        arrived[0] += saltus_received(b, 1);
        for (int m = 0; m < saltus_received(b, 2); m++)
            sum[0] += saltus_block_time(b) - saltus_message_as(b, 2, m, struct job)->born;
        solved[0] += saltus_received(b, 2);
        if (saltus_received(b, 2) > 0) {
            saltus_discrete(b, 3)[0] = sum[0]/solved[0];
            saltus_discrete(b, 4)[0] = solved[0]/saltus_block_time(b);
        }
        break;
    case SALTUS_ADVANCE: saltus_advance(b, INFINITY); break;
    default: break;
    }
}");
    annotation(__Saltus(devs = "atomic"), Icon(graphics = {Ellipse(extent = {{-50, 50}, {50, -50}}),
      Line(points = {{0, 0}, {30, 30}})}));
  end Transducer;

  block Sender "sends the value of a signal when an activation comes"
    extends Interfaces.Icon;
    input Real u annotation(Placement(transformation(extent = {{-120, 30}, {-100, 50}})));
    input Activation e;
    Interfaces.RealOutput out annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    discrete Real value "that is sent";
  external "C" saltus_devs_sender() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void saltus_devs_sender(saltus_block *b, saltus_call call)
{
    switch (call) {
    case SALTUS_EXTERNAL: saltus_discrete(b, 1)[0] = saltus_input(b, 1)[0]; saltus_advance(b, 0); break;
    case SALTUS_SEND: saltus_send_real(b, 1, saltus_discrete(b, 1)[0]); break;
    case SALTUS_START: case SALTUS_INTERNAL: saltus_advance(b, INFINITY); break;
    default: break;
    }
}");
    annotation(__Saltus(devs = "atomic"));
  end Sender;

  block Receiver "keeps the last message as a signal, and tells when one has come"
    extends Interfaces.Icon;
    Interfaces.RealInput in_ annotation(Placement(transformation(extent = {{-120, -10}, {-100, 10}})));
    output Real y(start = 0) annotation(Placement(transformation(extent = {{100, 30}, {120, 50}})));
    output Activation o;
    Integer received "messages so far";
  external "C" saltus_devs_receiver() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void saltus_devs_receiver(saltus_block *b, saltus_call call)
{
    int n = call == SALTUS_EXTERNAL ? saltus_received(b, 1) : 0;
    switch (call) {
    case SALTUS_EXTERNAL:
        saltus_output(b, 1)[0] = saltus_message_real(b, 1, n - 1)[0];
        saltus_discrete_int(b, 1)[0] += n;
        saltus_advance(b, 0);
        break;
    case SALTUS_SEND: saltus_activate(b, 1); break;
    case SALTUS_START: case SALTUS_INTERNAL: saltus_advance(b, INFINITY); break;
    default: break;
    }
}");
    annotation(__Saltus(devs = "atomic"));
  end Receiver;

  block QuantisedIntegrator "an integrator whose output is a multiple of the quantum, with hysteresis (QSS)"
    extends Interfaces.Icon;
    parameter Real quantum = 0.01 "between two levels of the output";
    parameter Real hysteresis = quantum "how far the state goes back before the output does";
    parameter Real start = 0 "the state at the start";
    Interfaces.RealInput d "its derivative" annotation(Placement(transformation(extent = {{-120, -10}, {-100, 10}})));
    Interfaces.RealOutput q "the quantised state"
      annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    discrete Real x "the state at the last transition";
    discrete Real slope;
    discrete Real level "the output";
  external "C" saltus_devs_integrator() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void saltus_devs_integrator(saltus_block *b, saltus_call call)
{
    double *x = saltus_discrete(b, 1), *slope = saltus_discrete(b, 2), *level = saltus_discrete(b, 3);
    double quantum = saltus_parameter(b, 1)[0], hysteresis = saltus_parameter(b, 2)[0];
    int up = slope[0] > 0;
    switch (call) {
    case SALTUS_START:
        if (!(quantum > 0) || !(hysteresis >= 0))
            saltus_error(b, \"the quantum must be positive, and the hysteresis not negative\");
        x[0] = saltus_parameter(b, 3)[0];
        slope[0] = 0;
        level[0] = quantum*floor(x[0]/quantum);
        saltus_advance(b, 0);
        return;
    case SALTUS_SEND: saltus_send_real(b, 1, slope[0] == 0 ? level[0] : level[0] + (up ? quantum : -quantum)); return;
    case SALTUS_INTERNAL:
        if (slope[0] != 0) {
            level[0] += up ? quantum : -quantum;
            x[0] = up ? level[0] : level[0] + quantum - hysteresis;
        }
        break;
    case SALTUS_EXTERNAL:
        x[0] += slope[0]*saltus_elapsed(b);
        slope[0] = saltus_message_real(b, 1, saltus_received(b, 1) - 1)[0];
        break;
    default: return;
    }
    double to = slope[0] > 0 ? level[0] + quantum : level[0] - hysteresis;
    saltus_advance(b, slope[0] == 0 ? INFINITY : fmax(0, (to - x[0])/slope[0]));
}");
    annotation(__Saltus(devs = "atomic"), Icon(graphics = {Line(points = {{-60, -60}, {-20, -60}, {-20, -10}, {20, -10},
      {20, 40}, {60, 40}})}));
  end QuantisedIntegrator;

  block WeightedSum "y = k*u + c, sent when an input has changed"
    extends Interfaces.Icon;
    parameter Integer n = 1 "number of inputs";
    parameter Real k[n] = fill(1, n);
    parameter Real c = 0;
    Interfaces.RealInput u[n] annotation(Placement(transformation(extent = {{-120, -10}, {-100, 10}})));
    Interfaces.RealOutput y annotation(Placement(transformation(extent = {{100, -10}, {120, 10}})));
    discrete Real value[n] "of the inputs";
  external "C" saltus_devs_sum() annotation(Include = "
#include <saltus_block.h>
#include <math.h>
void saltus_devs_sum(saltus_block *b, saltus_call call)
{
    double *value = saltus_discrete(b, 1), sum = saltus_parameter(b, 3)[0];
    int n = saltus_elements(b, SALTUS_DISCRETE, 1);
    switch (call) {
    case SALTUS_EXTERNAL:
        for (int i = 0; i < n; i++)
            for (int m = 0; m < saltus_received_of(b, 1, i); m++)
                value[i] = *(const double *)saltus_message_of(b, 1, i, m, SALTUS_REAL, 0);
        saltus_advance(b, 0);
        break;
    case SALTUS_SEND:
        for (int i = 0; i < n; i++)
            sum += saltus_parameter(b, 2)[i]*value[i];
        saltus_send_real(b, 1, sum);
        break;
    case SALTUS_START: saltus_advance(b, 0); break;
    case SALTUS_INTERNAL: saltus_advance(b, INFINITY); break;
    default: break;
    }
}");
    annotation(__Saltus(devs = "atomic"));
  end WeightedSum;
  annotation(Icon(graphics = {Rectangle(extent = {{-100, 100}, {100, -100}}, lineColor = {160, 100, 20})}));
end DEVS;
