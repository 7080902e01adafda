// DEVS (docs/devs.md): generator, processor and transducer, with atomic models in C and in Modelica. Jobs come at 0,
// 10, 20, ...; the processor takes 15 for each, so job k is done at 15 k, and was born at 10 (k - 1): its turnaround
// is 5 k + 10 (E580, E581, E582).
package Experiments
  import Saltus.DEVS.*;
  import Saltus.DEVS.Interfaces.*;

  model Frame "the experimental frame: a coupled model"
    JobOutput out;
    JobInput in_;
    Generator g(period = 10, first = 0);
    Transducer t;
  equation
    connect(g.out, out);
    connect(g.out, t.made);
    connect(in_, t.done);
  end Frame;

  model Waiting
    Frame f;
    Processor p(service = 15);
  equation
    connect(f.out, p.in_);
    connect(p.out, f.in_);
  end Waiting;

  block Server "the same without a line, in Modelica: who comes to a busy server is lost"
    parameter Real service = 15;
    JobInput in_;
    JobOutput out;
    Integer lost(start = 0, fixed = true);
    Boolean busy(start = false, fixed = true);
    Job job(number(start = 0, fixed = true), born(start = 0, fixed = true));
  protected
    Activation ready, begin = activation(in_) and not pre(busy);
  equation
    when begin then
      schedule(ready, service);
      job = in_;
    end when;
    when activation(in_) then
      lost = if pre(busy) then pre(lost) + 1 else pre(lost);
      busy = true;
    elsewhen ready then
      lost = pre(lost);
      busy = false;
    end when;
    when ready then
      send(out, job);
    end when;
  end Server;

  model Losing
    Frame f;
    Server p;
  equation
    connect(f.out, p.in_);
    connect(p.out, f.in_);
  end Losing;

  model Short "a line with two places"
    Frame f(g(period = 1));
    Processor p(service = 10, places = 2);
  equation
    connect(f.out, p.in_);
    connect(p.out, f.in_);
  end Short;
end Experiments;
//! class Experiments.Waiting
//! run --stop 100
//! final f.t.arrived = 11
//! final f.t.solved = 6
//! final f.t.turnaround = 27.5 +- 1e-12
//! final f.t.throughput = 6/90 +- 1e-15
//! final p.waiting = 4
//! changes p.out.number = [15*k for k in range(1, 7)]
//! changes f.t.arrived = [10*k for k in range(11)]
//! p.out.number(46) = 3
//! run --stop 1e4
//! final f.t.solved = 666
//! final f.t.turnaround = 10 + 5*667/2 +- 1e-9
//! final p.waiting = 334

// Jobs 1, 3, 5, ... are served, at 20 k, for 15 each: the others come 10 later and are lost.
//! class Experiments.Losing
//! run --stop 100
//! final f.t.solved = 5
//! final f.t.turnaround = 15
//! final p.lost = 5
//! changes p.out.number = [15, 35, 55, 75, 95]
//! changes p.job.number = [0, 20, 40, 60, 80, 100]
//! p.job.number(81) = 9

// One is served, two wait: of the jobs that come at 0, 1, 2, ... those at 0, 1, 2 are taken, then one in ten.
//! class Experiments.Short
//! run --stop 100.5
//! final f.t.solved = 10
//! final p.waiting = 2
//! final p.lost = 101 - 10 - 3
