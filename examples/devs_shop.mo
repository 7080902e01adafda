// A shop with two machines, as a network of DEVS: jobs come every 4 minutes, are cut in 3 and painted in 5.
//
// Cutting keeps up, painting does not: one job more waits for paint every 20 minutes. The transducer counts what is
// done, and how long jobs stay in the shop.
model DevsShop "Jobs are cut and painted"
  import Saltus.DEVS.*;
  import Saltus.DEVS.Interfaces.*;
  model Line "two machines one behind the other: a coupled model"
    JobInput in_ annotation(Placement(transformation(extent = {{-110, -10}, {-90, 10}})));
    JobOutput out annotation(Placement(transformation(extent = {{90, -10}, {110, 10}})));
    Processor cut(service = 3) annotation(Placement(transformation(extent = {{-60, -20}, {-20, 20}})));
    Processor paint(service = 5) annotation(Placement(transformation(extent = {{20, -20}, {60, 20}})));
  equation
    connect(in_, cut.in_) annotation(Line(points = {{-100, 0}, {-62, 0}}));
    connect(cut.out, paint.in_) annotation(Line(points = {{-18, 0}, {18, 0}}));
    connect(paint.out, out) annotation(Line(points = {{62, 0}, {100, 0}}));
  end Line;
  Generator orders(period = 4, first = 0) annotation(Placement(transformation(extent = {{-90, -20}, {-50, 20}})));
  Line line annotation(Placement(transformation(extent = {{-20, -20}, {20, 20}})));
  Transducer watch annotation(Placement(transformation(extent = {{50, -20}, {90, 20}})));
equation
  connect(orders.out, line.in_) annotation(Line(points = {{-48, 0}, {-20, 0}}));
  connect(orders.out, watch.made)
    annotation(Line(points = {{-48, 0}, {-40, 0}, {-40, 40}, {40, 40}, {40, 10}, {48, 10}}));
  connect(line.out, watch.done) annotation(Line(points = {{20, 0}, {40, 0}, {40, -10}, {48, -10}}));
  annotation(experiment(StopTime = 120), __Saltus(plot = {"line.paint.waiting", "watch.solved", "watch.turnaround"}));
end DevsShop;
