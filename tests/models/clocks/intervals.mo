// Clocks whose interval is a clocked variable: the examples of 16.3, with the times that the specification tells.
//! run --stop 0.05 --step 0.001
//! changes y1 = [0.002*k for k in range(26)] +- 1e-15
//! changes y2 = [0, 0.003, 0.007, 0.012, 0.018, 0.025, 0.033, 0.042] +- 1e-15
//! changes y3 = [0, 0.003, 0.007, 0.012, 0.018, 0.025, 0.033, 0.042] +- 1e-12
//! h2(0.001) = 0.002 +- 1e-15
//! h2(0.008) = 0.004 +- 1e-15
//! h3(0.008) = 0.004 +- 1e-15
//! changes y4 = [0, 0.0015, 0.003, 0.005, 0.007, 0.0095, 0.012, 0.015, 0.018, 0.0215, 0.025, 0.029, 0.033, 0.0375, \
//!     0.042, 0.047] +- 1e-15
//! changes s1 = [0.005, 0.0095, 0.015, 0.0215, 0.029, 0.0375, 0.047] +- 1e-15
model Intervals
  Integer counter(start = 2);
  Real next(start = 0.002), y1(start = 0), y2(start = 0), y3(start = 0), h2, h3;
  Integer y4(start = 0), s1(start = 0);
  Clock u = Clock(counter, 1000);
equation
  when Clock(2, 1000) then
    y1 = previous(y1) + 1;
  end when;
  when u then
    counter = previous(counter) + 1;
    y2 = previous(y2) + 1;
    h2 = interval();
  end when;
  when Clock(next) then
    next = previous(next) + 1e-3;
    y3 = previous(y3) + 1;
    h3 = interval();
  end when;
  when superSample(u, 2) then
    y4 = previous(y4) + 1;
  end when;
  when shiftSample(u, 3, 2) then
    s1 = previous(s1) + 1;
  end when;
end Intervals;
