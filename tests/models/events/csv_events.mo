// The rows at events: with `both` the left and the right limit, with `after` the right one only, with `none` the output
// grid only, where a grid point that meets an instant has the right limit.
//! run --stop 1 --step 0.25
//! value times = [0, 0.25, 0.5, 0.5, 0.6, 0.6, 0.75, 1]
//! value col('y') = [0, 0, 0, 1, 1, 2, 2, 2]
//! run --stop 1 --step 0.25 --events after
//! value times = [0, 0.25, 0.5, 0.6, 0.75, 1]
//! value col('y') = [0, 0, 1, 2, 2, 2]
//! run --stop 1 --step 0.25 --events none
//! value times = [0, 0.25, 0.5, 0.75, 1]
//! value col('y') = [0, 0, 1, 2, 2]
model CsvEvents
  Integer y = if time >= 0.6 then 2 elseif time >= 0.5 then 1 else 0;
end CsvEvents;
