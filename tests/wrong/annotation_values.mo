// What is wrong in an annotation about runs and pictures is told, and the model runs all the same.
//! good
//! warning M0690 23:16
//! says array of size [1]
//! warning M0690 23:35
//! says 'x' is a variable
//! warning M0494 23:49
//! says from 1e-14 to 0.5
//! warning M0690 24:23
//! says String is expected
//! warning M0690 24:34
//! warning M0691 24:38
//! says solver, quantum, hysteresis, plot, onZeno, onChatter and again
//! warning M0690 26:52
//! says a limit of an axis
//! warning M0690 27:21
//! says {Curve(y = ...), ...}
model AnnotationValues
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  annotation(
    experiment(Interval = {1e-3}, StopTime = x, Tolerance = 1e-30),
    __Saltus(solver = 3, plot = {x}, size = 3),
    Documentation(figures = {Figure(plots = {
      Plot(curves = {Curve(y = x)}, y = Axis(min = {0})),
      Plot(curves = Curve(y = x))})}));
end AnnotationValues;
