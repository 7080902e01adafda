// A solver with fixed steps makes the step that it was given. Here it is longer than the period of the forcing, whose
// integral over 1 is 0.5: Euler's method would give anything between 0 and 1.
//! options --solver euler --step 0.0123
//! good
//! warning R0213
//! says the step 0.0123 of solver euler is longer than a quarter of the period 0.01 of the oscillation with the \
//!     angle '628.3185307179587*time'
//! says at most 0.00025 (--step)
model run_step_too_long
  Real x(start = 0, fixed = true);
equation
  der(x) = sin(628.3185307179587*time)^2;
end run_step_too_long;
