// An input of the model that only clocked equations read, and that nothing sets, holds its start value: eleven ticks
// from 0 to 1.
//! run --stop 1
//! final y = -22 +- 1e-12
//! final u = -2 +- 0
//! run --stop 1 --input u=time
//! final y = 5.5 +- 1e-12
model ClockedInput
  input Real u(start = -2);
  output Real y(start = 0);
equation
  when Clock(1, 10) then
    y = previous(y) + u;
  end when;
end ClockedInput;
