// Two equal streams on both sides of a wall, in opposite directions, in N volumes each. The hot stream enters at time
// zero. E is the heat that came in through the ends: it must be what the volumes hold.
model CounterCurrentHeatExchanger
  parameter Integer N = 100 "volumes of each stream";
  parameter Real hot = 1 "temperature at the inlet of stream A";
  parameter Real cold = 0 "temperature at the inlet of stream B, and of everything at first";
  parameter Real w = 1 "heat capacity rate of each stream";
  parameter Real G = 2 "conductance of the whole wall";
  final parameter Real g = G/N;
  final parameter Real C = 1/N "heat capacity of a volume";
  Real A[N](each start = 0, each fixed = true), B[N](each start = 0, each fixed = true);
  Real q[N] "heat through the wall";
  Real E(start = 0, fixed = true);
equation
  for i in 1:N loop
    q[i] = g*(A[i] - B[i]);
  end for;
  C*der(A[1]) = w*(hot - A[1]) - q[1];
  for i in 2:N loop
    C*der(A[i]) = w*(A[i - 1] - A[i]) - q[i];
  end for;
  for i in 1:N - 1 loop
    C*der(B[i]) = w*(B[i + 1] - B[i]) + q[i];
  end for;
  C*der(B[N]) = w*(cold - B[N]) + q[N];
  der(E) = w*(hot - A[N]) + w*(cold - B[1]);
  annotation(experiment(StopTime = 3, Tolerance = 1e-6));
end CounterCurrentHeatExchanger;
