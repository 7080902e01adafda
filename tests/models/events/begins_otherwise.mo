package Begins "E600: equations that say another thing in the initial system than in the run; by hand"
  //! class Begins.Capacitor
  //! run --stop 1 --step 0.25 --tol 1e-9 --solver {auto,cvode,ida,dirk}
  //! v = 5 - (5 - 3005/1001)*exp(-t/2) +- 1e-7
  //! i = (5 - 3005/1001)/1000*exp(-t/2) +- 1e-10
  model Capacitor "initial: i = v - 3 and v + 1000*i = 5"
    parameter Real C = 2e-3, v0 = 3;
    Real v, i;
  equation
    i = if initial() then v - v0 else C*der(v);
    v + 1e3*i = 5;
  end Capacitor;

  //! class Begins.Coil
  //! run --stop 1 --step 0.25 --tol 1e-9 --solver {auto,cvode,ida}
  //! i = 8/3*exp(-t) - 2/3*exp(-4*t) +- 1e-7
  model Coil "no voltage at the start, and so i = 2; then i' = 8 exp(-t) - 4 i"
    parameter Real L = 0.5;
    Real i, u, w;
  equation
    u = if initial() then 0 else L*der(i);
    w = 4*exp(-time);
    w = u + 2*i;
  end Coil;

  //! class Begins.Sides
  //! run --stop 1 --step 0.25 --tol 1e-9
  //! x = -exp(-2*t) +- 1e-7
  model Sides "initial() on both sides: x - 1 = y and y = 2*x, then x' = -2*x"
    Real x, y;
  equation
    (if initial() then x - 1 else der(x)) = (if initial() then y else -y);
    y = 2*x;
  end Sides;

  //! class Begins.Factor
  //! run --stop 1 --step 0.25 --tol 1e-9 --solver {auto,cvode,ida}
  //! x = 1 + exp(-t) +- 1e-7
  //! value col("der(x)")[0] = -1 +- 1e-7
  model Factor "as a factor of the derivative"
    Real x;
  equation
    (if initial() then 0 else 1)*der(x) = (if initial() then 2 else 1) - x;
  end Factor;

  //! class Begins.Turned
  //! run --stop 1 --step 0.25 --tol 1e-9
  //! x = 1 + exp(-t) +- 1e-7
  model Turned
    Real x;
  equation
    (if not initial() then 1 else 0)*der(x) = (if initial() then 2 else 1) - x;
  end Turned;

  //! class Begins.Family
  //! run --stop 1 --step 0.25 --tol 1e-9
  //! x[1] = exp(-t) +- 1e-7
  //! x[3] = 3*exp(-3*t) +- 1e-7
  model Family
    Real x[3];
  equation
    for k in 1:3 loop
      0 = if initial() then x[k] - k else der(x[k]) + k*x[k];
    end for;
  end Family;

  //! class Begins.Branches
  //! run --stop 1 --step 0.25 --tol 1e-9
  //! final y = 6*exp(-1) +- 1e-7
  //! final x = 2*exp(-1) +- 1e-7
  model Branches "an if-equation whose branches determine different things"
    Real x, y;
  equation
    if initial() then
      x = 2;
      y = 3;
    else
      y = 3*x;
      der(x) = -x;
    end if;
  end Branches;
end Begins;
