// Eight equations of one form, with nested conditions that are the same in all of them. d/dt ln x = f(t), z = exp(-t);
// f = (z - 1)/1 or /2, ... by the two conditions, so that ln x8 is the sum of three integrals.
//| def F(t): return -exp(-t)
//| a = 0.5*0.5*((F(0.2) - F(0)) - 2*0.2)
//| b = 0.5*((F(0.3) - F(0.2)) - 2*0.1)
//| c = (F(1) - F(0.3)) - 0.7
//! run --tol 1e-9 --stop 1
//! final x1 = exp(a + b + c) +- 1e-7
//! final x8 = exp(a + b + c) +- 1e-7
model ConditionsInSequence
  Real x1(start=1), x2(start=1), x3(start=1), x4(start=1), x5(start=1), x6(start=1), x7(start=1), x8(start=1),
      z(start=1);
equation
  der(z)=-z;
  der(x1) = x1*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
  der(x2) = x2*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
  der(x3) = x3*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
  der(x4) = x4*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
  der(x5) = x5*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
  der(x6) = x6*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
  der(x7) = x7*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
  der(x8) = x8*(if time>0.2 then (if time>0.3 then z-1 else 0.5*(z-2)) else 0.5*(if time>0.3 then z-1 else 0.5*(z-2)));
end ConditionsInSequence;
