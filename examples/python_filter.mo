// A tank fills and empties. Its sensor is read twice a second, and now and then it gives nonsense: zero, or too much.
// The filter takes the median of the last five values, which a single wrong one does not move.
//
// It is a block in Python, where this is one line: see docs/pyblocks.md.
model PythonFilter "A median filter in Python"
  import Saltus.Diagrams.*;
  Real level(unit = "m") = 1 + 0.5*sin(0.3*time);
  Activations.SampleClock clock(period = 0.5);
  Integer n(start = 0, fixed = true) "readings";
  discrete Real measured(start = 1, fixed = true, unit = "m");
  Median filter(n = 5, u = measured);

  block Median "The median of the last n values"
    parameter Integer n = 3;
    input Real u;
    Interfaces.ActivationInput e;
    discrete Real z[n](each start = 1, each fixed = true) "the last values";
    output Real y(start = 1);
  external "Python" median() annotation(Include = "
    import statistics
    def median(b, call):
        if call == 'outputs':
            b.y = statistics.median(b.z[1:] + [b.u])
        elif call == 'update':
            b.z = b.z[1:] + [b.u]
  ");
  end Median;
equation
  when clock.o then
    n = pre(n) + 1;
    measured = if mod(n, 7) == 0 then 0 elseif mod(n, 11) == 0 then 3 else level;
  end when;
  connect(clock.o, filter.e);
  annotation(experiment(StopTime = 30));
end PythonFilter;
