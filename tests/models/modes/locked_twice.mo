// A planetary set that two clutches lock at once, sun to carrier and ring to carrier (E29, E650). It turns as a whole
// then, whatever its ratio is, and one of the clutches would do. The clutches share the torque like two equal dampers
// that are very stiff: the slips of the set have the ratio -k, so tA = -k*tB. With the torque x of the set on the sun,
// k*x on the ring:
//
//     ring     k*x + tB = 0
//     sun      J*a = T - x - tA        so x = (T - J*a)/(1 + k^2)
//
// Two seconds free, where the ring has no torque: so none of the others has any, and the carrier keeps its speed. Then
// both clutches close in one instant, and J*ws + K*wc is kept. From 3 s on clutch B alone holds.
//| J, K, T = 2.0, 3.0, 6.0
//| def speed(t):
//|     return (J*T/J*2 + K*1)/(J + K) + T/(J + K)*(t - 2)
//| def share(k):
//|     return (T - J*T/(J + K))/(1 + k*k)
//! class LockedTwice.Set
//! run --stop 4 --step 0.25 -p {k=2,k=3,k=1,half=1.25}
//! ws(1) = 3 +- 1e-9
//! wc(1.5) = 1 +- 1e-12
//! check max(abs(right(w, t) - speed(t)) for w in ("ws", "wc", "wr") for t in (2, 2.5, 3, 3.5, 4)) < 1e-9
//! check abs(right("tA", 2.5)/right("tB", 2.5) + right("ratio", 2.5)) < 1e-12
//! check abs(right("tA", 2.5) - right("ratio", 2.5)**2*share(right("ratio", 2.5))) < 1e-9
//! tB(3.5) = -(T - J*T/(J + K))*final["ratio"] +- 1e-9
//! tA(3.5) = 0 +- 1e-12
//! message R0230
package LockedTwice
  model Set
    parameter Real half = 1, k = 2*half "teeth of the ring over those of the sun";
    Real ratio = k;
    parameter Real J = 2, K = 3;
    Real ws(start = 0, fixed = true), wc(start = 1, fixed = true), wr "sun, carrier, ring";
    Real ts, tr, tc "of the set, on its shafts";
    Real tA, tB "of the clutches, from the sun and from the ring to the carrier";
    Boolean a = time >= 2 and time < 3, b = time >= 2;
  equation
    ws - wc = -k*(wr - wc);
    tr = k*ts;
    ts + tr + tc = 0;
    J*der(ws) = 6 - ts - tA;
    0 = -tr - tB;
    K*der(wc) = -tc + tA + tB;
    if a then ws = wc; else tA = 0; end if;
    if b then wr = wc; else tB = 0; end if;
  end Set;
end LockedTwice;
