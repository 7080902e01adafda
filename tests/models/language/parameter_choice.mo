// Parameters that give each other their values, where another one says which of them counts; a parameter that is given,
// or computed by an initial equation, as another one says.
//! class Choice
//! run --stop 1
//! final T = 293
//! final h = 4200*293
//! run --stop 1 -p use_T=false
//! final h = 84000
//! final T = 20
//! class Computed
//! run --stop 1
// 3 = A*sqrt(9)
//! final valve.A = 1 +- 1e-9
//! run --stop 1 -p valve.given=true -p valve.A=5
//! final valve.A = 5
//! class Rate
//! run --stop 1
// steady at the beginning: der(T) = 0 although U is balanced, so m*T = 10 with m = 2; in the array T*m/2 = 10*i
//! final T = 5 +- 1e-9
//! final many.T[3] = 30 +- 1e-9
model Choice
  parameter Boolean use_T = true;
  parameter Real T = if use_T then 293 else h/4200;
  parameter Real h = if use_T then 4200*T else 84000;
  Real x = T;
end Choice;

model Computed
  model Valve
    parameter Boolean given = false;
    parameter Real A(fixed = given, start = 7);
  initial equation
    if not given then
      3 = A*sqrt(9);
    end if;
  end Valve;
  Valve valve;
end Computed;

model Rate
  model Many
    Real m[3](each start = 2, each fixed = true), T[3], U[3];
  initial equation
    der(T) = zeros(3);
  equation
    for i in 1:3 loop
      U[i] = m[i]*4*T[i] + T[i]^2;
      der(U[i]) = 10*i - T[i]*m[i]/2 - T[i]*(m[i] - 2);
      der(m[i]) = 0.1*(2 - m[i]);
    end for;
  end Many;
  Real U, T;
  Real m(start = 2, fixed = true);
  Many many;
initial equation
  der(T) = 0;
equation
  U = m*4*T + T^2;
  der(U) = 10 - T*m;
  der(m) = 0.1*(2 - m);
end Rate;
