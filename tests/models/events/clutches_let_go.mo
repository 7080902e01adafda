// Frictions that hold up to one limit and go on slipping beyond a lower one, as a path parameter of torque and
// acceleration tells them. A body slips as soon as the torque is beyond what holds; with more than 1 kg.m2 the path
// parameter has then fallen below the first limit, so no values agree with the conditions while pre(slips) is false.
// What slips goes on slipping (E131). Three clutches in a chain, the torque rises with time:
//   ground =c3= J3 =c2= J2 =c1= J1 <- t
// All moves by itself as one body when t exceeds what the ground holds; each clutch lets go where the torque through it
// does.
//! run --stop 4 --solver {auto,cvode,dirk,erk}
//| J1, J2, J3 = 3, 5, 4
//| M1, M2, M3 = 2, 1.5, 1
//| e = 1e-4
//| S = J1 + J2 + J3
//| ta = M3*(1 + e)                       # the ground lets go; from then on a = (t - M3)/S
//| # through c2 goes t - (J1 + J2)*(t - M3)/S, through c1 t - J1*(t - M3)/S
//| tb = (M2*(1 + e)*S - (J1 + J2)*M3)/J3
//| tb1 = (M1*(1 + e)*S - J1*M3)/(S - J1)
//| assert tb1 < tb                        # c1 is the next: then J1 runs on, and J2 and J3 have the torque M1 for good
//| tb = tb1
//| w_b = ((tb - M3)**2 - (ta - M3)**2)/(2*S)
//| w1 = lambda t: 0 if t < ta else ((t - M3)**2 - (ta - M3)**2)/(2*S) if t < tb \
//|     else w_b + ((t - M1)**2 - (tb - M1)**2)/(2*J1)
//| w2 = lambda t: w1(t) if t < tb else w_b + (M1 - M3)/(J2 + J3)*(t - tb)
// c2 holds: M1 - J2*a is below M2
//| assert M1 - J2*(M1 - M3)/(J2 + J3) < M2
//! body1 = w1(t) +- 1e-5
//! body2 = w2(t) +- 1e-5
//! body3 = w2(t) +- 1e-5
//! changes c3.slips = [ta] +- 1e-7
//! changes c1.slips = [tb] +- 1e-6
//! final c2.slips = 0
//! final c1.times = 1
model ClutchesLetGo
  model Clutch
    parameter Real m "it holds m and slips with m";
    input Real a "acceleration across it";
    Real tau, s;
    Boolean slips(start = false, fixed = true);
    Integer times(start = 0, fixed = true) "it has let go";
  equation
    slips = s > m*(1 + 1e-4) or pre(slips) and s > m;
    tau = if slips then m else s;
    a = if slips then s - m else 0;
    when slips then
      times = pre(times) + 1;
    end when;
  end Clutch;
  Clutch c1(m = 2), c2(m = 1.5), c3(m = 1);
  Real r1(start = 0, fixed = true), r2(start = 0, fixed = true),
      r3(start = 0, fixed = true) "speeds across the clutches";
  Real body1 = r1 + r2 + r3, body2 = r2 + r3, body3 = r3;
equation
  der(r1) = c1.a;
  der(r2) = c2.a;
  der(r3) = c3.a;
  3*(c1.a + c2.a + c3.a) = time - c1.tau;
  5*(c2.a + c3.a) = c1.tau - c2.tau;
  4*c3.a = c2.tau - c3.tau;
end ClutchesLetGo;
