// Both arguments of homotopy are Reals: whole numbers, too.
//! run --stop 1
//! value col('x')[-1] = 1 +- 0
//! value col('y')[-1] = 2.5 +- 0
model HomotopyNumbers
  Real x = homotopy(1, 0.5), y = homotopy(2.5, 1);
end HomotopyNumbers;
