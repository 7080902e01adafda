// Tables as blocks of diagrams. Values between samples come from the formulas of the methods, worked out by hand and
// checked with an independent program (E18.1); values beyond them are those of the definitions (E18.2).
//| at = [0.25, 0.5, 0.75, 1.25, 1.5, 1.75, 2.5, 3, 3.5]
//| wanted = {
//|     'floor': [4, 4, 4, 7, 7, 7, 6, 6, 6],
//|     'ceil': [7, 7, 7, 6, 6, 6, 5, 5, 5],
//|     'nearest': [4, 7, 7, 7, 6, 6, 6, 5, 5],
//|     'linear': [4.75, 5.5, 6.25, 6.75, 6.5, 6.25, 5.75, 5.5, 5.25],
//|     'notAKnot': [5.302734, 6.203125, 6.751953, 6.998047, 6.796875, 6.447266, 5.015625, 4.25, 4.109375],
//|     'natural': [4.999660, 5.899457, 6.599524, 7.038383, 6.801630, 6.414062, 5.407609, 5.108696, 5.005435],
//|     'clamped': [4.376065, 5.252841, 6.253196, 7.211293, 6.985795, 6.517401, 5.306818, 5.022727, 4.977273],
//|     'akima': [5.197917, 6.194444, 6.843750, 6.791667, 6.5, 6.208333, 5.710938, 5.423611, 5.174479],
//|     'fritschButland': [5.171875, 6.125, 6.765625, 6.876202, 6.586538, 6.253606, 5.664663, 5.368590, 5.138221],
//|     'steffen': [5.171875, 6.125, 6.765625, 6.882812, 6.604167, 6.273438, 5.625, 5.333333, 5.125]}
//! class Between
//! run --stop 4 --step 0.25
//! value [right('floor.y', t) for t in at] = wanted['floor'] +- 1e-12
//! value [right('ceil.y', t) for t in at] = wanted['ceil'] +- 1e-12
//! value [right('nearest.y', t) for t in at] = wanted['nearest'] +- 1e-12
//! value [right('linear.y', t) for t in at] = wanted['linear'] +- 1e-12
//! value [right('notAKnot.y', t) for t in at] = wanted['notAKnot'] +- 6e-7
//! value [right('natural.y', t) for t in at] = wanted['natural'] +- 6e-7
//! value [right('clamped.y', t) for t in at] = wanted['clamped'] +- 6e-7
//! value [right('akima.y', t) for t in at] = wanted['akima'] +- 6e-7
//! value [right('fritschButland.y', t) for t in at] = wanted['fritschButland'] +- 6e-7
//! value [right('steffen.y', t) for t in at] = wanted['steffen'] +- 6e-7
//! class Functions
//! run --stop 1
//! value [[final['f[%d,%d]' % (m, k)] for k in range(1, 10)] for m in range(1, 5)] \
//!     = [wanted[m] for m in ('floor', 'ceil', 'nearest', 'linear')] +- 1e-12
//! value [[final['f[%d,%d]' % (m, k)] for k in range(1, 10)] for m in range(5, 11)] = list(wanted.values())[4:] +- 6e-7
// at -1, 5, 4 and 8
//! value [[final['b[%d,%d]' % (m, k)] for k in range(1, 5)] for m in range(1, 5)] \
//!     = [[0, 0, 5, 0], [4, 5, 5, 5], [1, 4.5, 5, 3], [5.5, 7, 5, 4]] +- 1e-12
//! value [final['edges[%d]' % k] for k in range(1, 5)] = [5, 4, 5, 4] +- 1e-12
//! value final['above'] = 4 +- 1e-6
//! class Ports
//! run --stop 1 --step 0.1
//! line.y = (1 + t)*(4 + 3*t) +- 1e-12
//! spline.y(0.5) = 1.5*5.899457 +- 1e-6
//! grid.y = (1 + t)*((1 - t)*(1 - t**2)*1 + t*(1 - t**2)*2 + (1 - t)*t**2*3 + t*t**2*7) +- 1e-12
// a sum of products of one factor a direction is what the rule gives exactly
//! four.y = (1 + t)*(2 - t)*(1 + 3*t**2)*(5 - 2*t) +- 1e-11
//! class Falling
//! run --stop 1
//! status failed
//! message R0320 must rise: 1 comes after 2
//! class Beyonds
//! run --start -1 --stop 5 --step 0.5
//! value [right('zero.y', -1), right('hold.y', -1), right('line.y', -1), right('repeat.y', -1)] \
//!     = [0, 4, 1, 5.5] +- 1e-12
//! value [left('zero.y', -0.5), left('hold.y', -0.5), left('line.y', -0.5), left('repeat.y', -0.5)] \
//!     = [0, 4, 2.5, 5.25] +- 1e-12
//! value [final['zero.y'], final['hold.y'], final['line.y'], final['repeat.y']] = [0, 5, 4.5, 7] +- 1e-12
//! value [final['steps.y'], final['readZero.y'], final['readLine.y']] = [5, 0, 5] +- 1e-12
//! value [right('readZero.y', 3), right('readLine.y', -0.5)] = [6, 4] +- 1e-12
//! class Grid
//! run --stop 1
//! y2 = (1 - t)*(1 - t**2)*1 + t*(1 - t**2)*2 + (1 - t)*t**2*3 + t*t**2*7 +- 1e-12
//! y3 = t*t**2*0.5 +- 1e-12
model Between
  import Saltus.Diagrams.Tables.*;
  import B = Saltus.Tables.Between;
  parameter Real X[4] = {0, 1, 2, 4}, Y[4] = {4, 7, 6, 5};
  SignalGenerator floor(X = X, Y = Y, between = B.floor), ceil(X = X, Y = Y, between = B.ceil),
    nearest(X = X, Y = Y, between = B.nearest), linear(X = X, Y = Y), notAKnot(X = X, Y = Y, between = B.notAKnot),
    natural(X = X, Y = Y, between = B.natural), clamped(X = X, Y = Y, between = B.clamped);
  LookupTable akima(X = X, Y = Y, between = B.akima, u = time), steffen(X = X, Y = Y, between = B.steffen, u = time),
    fritschButland(X = X, Y = Y, between = B.fritschButland, u = time);
end Between;

model Beyonds
  import Saltus.Diagrams.*;
  import B = Saltus.Tables.Between;
  import O = Saltus.Tables.Beyond;
  parameter Real X[4] = {0, 1, 2, 4}, Y[4] = {4, 7, 6, 5};
  Tables.SignalGenerator zero(X = X, Y = Y), hold(X = X, Y = Y, left = O.hold, right = O.hold),
    line(X = X, Y = Y, left = O.line, right = O.line), repeat(X = X, Y = Y, left = O.repeat, right = O.repeat),
    steps(X = X, Y = Y, between = B.floor) "goes on with the last sample";
  Activations.SampleClock clock(period = 0.5, offset = -1);
  Tables.ActivatedLookupTable readZero(X = X, Y = Y, between = B.floor, u = time),
    readLine(X = X, Y = Y, between = B.floor, left = O.line, right = O.line, u = time);
equation
  connect(clock.o, readZero.e);
  connect(clock.o, readLine.e);
end Beyonds;

model Grid
  import Saltus.Diagrams.Tables.*;
  LookupTable2D two(Y = [1, 3; 2, 7], u1 = time, u2 = time^2);
  LookupTable3D three(u1 = time, u2 = time^2, u3 = 0.5);
  Real y2 = two.y, y3 = three.y;
end Grid;

model Functions "the methods as functions of a number"
  import Saltus.Tables.*;
  parameter Real X[4] = {0, 1, 2, 4}, Y[4] = {4, 7, 6, 5}, at[9] = {0.25, 0.5, 0.75, 1.25, 1.5, 1.75, 2.5, 3, 3.5};
  parameter Between way[10] = {Between.floor, Between.ceil, Between.nearest, Between.linear, Between.notAKnot,
    Between.natural, Between.clamped, Between.akima, Between.fritschButland, Between.steffen};
  parameter Beyond out[4] = {Beyond.zero, Beyond.hold, Beyond.line, Beyond.repeat};
  parameter Real far[4] = {-1, 5, 4, 8};
  parameter Real f[10, 9] = {interpolate(X, Y, at[k], way[m]) for k in 1:9, m in 1:10};
  parameter Real b[4, 4] = {interpolate(X, Y, far[k], Between.linear, out[m], out[m]) for k in 1:4, m in 1:4};
  parameter Real edges[4] = {interpolate(X, Y, 4, Between.floor), interpolate(X, Y, 0, Between.ceil),
    interpolate(X, Y, 4, Between.ceil), interpolate(X, Y, 0, Between.floor)};
  parameter Real above = interpolate(X, Y, 4 + 1e-7, Between.linear, Beyond.repeat, Beyond.repeat);
end Functions;

model Ports "samples that grow with 1 + time"
  import Saltus.Diagrams.*;
  import B = Saltus.Tables.Between;
  Routing.Mux X(n = 4, u = {0, 1, 2, 4}), Y(n = 4, u = {4, 7, 6, 5}*(1 + time)), two(u = {0, 1});
  block Grows Interfaces.MatrixOutput y = [1, 3; 2, 7]*(1 + time); end Grows;
  Grows samples;
  Tables.LookupTable_port line(u = time), spline(u = time, between = B.natural);
  Tables.LookupTable2D_port grid(u1 = time, u2 = time^2);
  Tables.LookupTableND four(sizes = {2, 2, 2, 2}, X = {0, 1, 0, 1, 0, 1, 0, 1}, u = {time, time, time^2, time},
    Y = {(1 + div(n, 8))*(2 - mod(div(n, 4), 2))*(1 + 3*mod(div(n, 2), 2))*(5 - 2*mod(n, 2)) for n in 0:15});
equation
  connect(X.y, line.X);
  connect(Y.y, line.Y);
  connect(X.y, spline.X);
  connect(Y.y, spline.Y);
  connect(two.y, grid.X1);
  connect(two.y, grid.X2);
  connect(samples.y, grid.Y);
end Ports;

model Falling
  import Saltus.Diagrams.*;
  Routing.Mux X(n = 3, u = {0, 2, 1}), Y(n = 3, u = {0, time, 2});
  Tables.LookupTable_port line(u = time);
equation
  connect(X.y, line.X);
  connect(Y.y, line.Y);
end Falling;
