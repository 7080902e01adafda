// The ring modulator of the test set for IVP solvers (Mazzia and Magherini, Bari): with the small capacities Cs it is a
// very stiff system of 15 states; published values at the end.
//! run --stop 1e-3 --tol {1e-6,1e-8} --solver cvode
//! final U1 = -0.2339057358486745e-1 +- 100*tol
//! final U2 = -0.7367485485540825e-2 +- 100*tol
//! final U3 = 0.2582956709291169 +- 2000*tol
//! final U4 = -0.4064465721283450 +- 2000*tol
//! final U5 = -0.4039455665149794 +- 2000*tol
//! final U6 = 0.2607966765422943 +- 2000*tol
//! final U7 = 0.1106761861269975 +- 100*tol
//! final I1 = 0.2939904342435596e-6 +- 10*tol
//! final I2 = -0.2840029933642329e-7 +- 10*tol
//! final I3 = 0.7267198267264553e-3 +- 10*tol
//! final I4 = 0.7929487196960840e-3 +- 10*tol
//! final I5 = -0.7255283495698965e-3 +- 10*tol
//! final I6 = -0.7941401968526521e-3 +- 10*tol
//! final I7 = 0.7088495416976114e-4 +- 10*tol
//! final I8 = 0.2390059075236570e-4 +- 10*tol
//! check j['states'] == 15
model RingModulator
  parameter Real C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, Lh = 4.45, Ls1 = 0.002, Ls2 = 5e-4, Ls3 = 5e-4,
    gamma = 40.67286402e-9,
    R = 25000, Rp = 50, Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600, delta = 17.7493332,
    pi = 3.141592653589793;
  Real U1(start = 0), U2(start = 0), U3(start = 0), U4(start = 0), U5(start = 0), U6(start = 0), U7(start = 0);
  Real I1(start = 0), I2(start = 0), I3(start = 0), I4(start = 0), I5(start = 0), I6(start = 0), I7(start = 0),
      I8(start = 0);
  Real q1, q2, q3, q4, in1 = 0.5*sin(2000*pi*time), in2 = 2*sin(20000*pi*time);
equation
  q1 = gamma*(exp(delta*(U3 - U5 - U7 - in2)) - 1);
  q2 = gamma*(exp(delta*(-U4 + U6 - U7 - in2)) - 1);
  q3 = gamma*(exp(delta*(U4 + U5 + U7 + in2)) - 1);
  q4 = gamma*(exp(delta*(-U3 - U6 + U7 + in2)) - 1);
  C*der(U1) = I1 - 0.5*I3 + 0.5*I4 + I7 - U1/R;
  C*der(U2) = I2 - 0.5*I5 + 0.5*I6 + I8 - U2/R;
  Cp*der(U7) = -U7/Rp + q1 + q2 - q3 - q4;
  Lh*der(I1) = -U1;
  Lh*der(I2) = -U2;
  Ls2*der(I3) = 0.5*U1 - U3 - Rg2*I3;
  Ls3*der(I4) = -0.5*U1 + U4 - Rg3*I4;
  Ls2*der(I5) = 0.5*U2 - U5 - Rg2*I5;
  Ls3*der(I6) = -0.5*U2 + U6 - Rg3*I6;
  Ls1*der(I7) = -U1 + in1 - (Ri + Rg1)*I7;
  Ls1*der(I8) = -U2 - (Rc + Rg1)*I8;
  Cs*der(U3) = I3 - q1 + q4;
  Cs*der(U4) = -I4 + q2 - q3;
  Cs*der(U5) = I5 + q1 - q3;
  Cs*der(U6) = -I6 - q2 + q4;
end RingModulator;
