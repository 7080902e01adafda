// A transmission line of N sections with arrays of voltages and currents, and the same written out. The input jumps at
// an event, which the families see through one condition for all. Without losses and load the energy stays what the
// source has put in.
//! run --stop 1 --solver rk4 --step 0.001
//! final v[1] = final["v1"]
//! final i[1] = final["i1"]
//! final v[2] = final["v2"]
//! final i[2] = final["i2"]
//! final v[5] = final["v5"]
//! final i[5] = final["i5"]
//! final v[10] = final["v10"]
//! final i[10] = final["i10"]
//! events time = 1
//! run --stop 6 -p R=0 -p G=0 -p Y=0 --tol 1e-9 --solver {auto,cvode}
//! value final["energy"] = final["work"] +- 1e-6
//! final v[5] = final["v5"] +- 1e-6
model TransmissionLine
  parameter Integer N = 10;
  parameter Real L = 0.1, C = 0.2, R = 0.3, G = 0.01, Y = 0.02;
  Real vin = if time < 0.5 then 1 else 0;
  Real v[N](each start = 0, each fixed = true), i[N + 1], energy, work(start = 0, fixed = true);
  Real v1(start = 0, fixed = true), i1(start = 0, fixed = true), v2(start = 0, fixed = true),
      i2(start = 0, fixed = true), v3(start = 0, fixed = true), i3(start = 0, fixed = true),
      v4(start = 0, fixed = true), i4(start = 0, fixed = true), v5(start = 0, fixed = true),
      i5(start = 0, fixed = true), v6(start = 0, fixed = true), i6(start = 0, fixed = true),
      v7(start = 0, fixed = true), i7(start = 0, fixed = true), v8(start = 0, fixed = true),
      i8(start = 0, fixed = true), v9(start = 0, fixed = true), i9(start = 0, fixed = true),
      v10(start = 0, fixed = true), i10(start = 0, fixed = true), iout;
initial equation
  for k in 1:N loop
    i[k] = 0;
  end for;
equation
  L*der(i[1]) = vin - v[1] - R*i[1];
  for k in 2:N loop
    L*der(i[k]) = v[k - 1] - v[k] - R*i[k];
  end for;
  i[N + 1] = Y*v[N];
  C*der(v) = i[1:N] - i[2:N + 1] - G*v;
  energy = sum(L*i[k]^2 + C*v[k]^2 for k in 1:N)/2;
  der(work) = vin*i[1];
  iout = Y*v10;
  L*der(i1) = vin - v1 - R*i1;
  C*der(v1) = i1 - i2 - G*v1;
  L*der(i2) = v1 - v2 - R*i2;
  C*der(v2) = i2 - i3 - G*v2;
  L*der(i3) = v2 - v3 - R*i3;
  C*der(v3) = i3 - i4 - G*v3;
  L*der(i4) = v3 - v4 - R*i4;
  C*der(v4) = i4 - i5 - G*v4;
  L*der(i5) = v4 - v5 - R*i5;
  C*der(v5) = i5 - i6 - G*v5;
  L*der(i6) = v5 - v6 - R*i6;
  C*der(v6) = i6 - i7 - G*v6;
  L*der(i7) = v6 - v7 - R*i7;
  C*der(v7) = i7 - i8 - G*v7;
  L*der(i8) = v7 - v8 - R*i8;
  C*der(v8) = i8 - i9 - G*v8;
  L*der(i9) = v8 - v9 - R*i9;
  C*der(v9) = i9 - i10 - G*v9;
  L*der(i10) = v9 - v10 - R*i10;
  C*der(v10) = i10 - iout - G*v10;
end TransmissionLine;
