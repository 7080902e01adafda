/* Derivatives of functions: which derivative holds in a call (call_derivative.c), and those that are made
 * (function_derivative.c). */
#ifndef SALTUS_MODEL_DIFFERENTIATE_H
#define SALTUS_MODEL_DIFFERENTIATE_H

#include "model/model.h"

/* Derivatives of functions, made when they are asked for, once, and added to the functions of the model. `moving` says
 * by argument which have differentials (others than Reals never have); NULL: all Reals. Never NULL; those that the user
 * gave are not looked at. */
const sm_derivative *sm_function_derivative(sm_model *m, uint32_t function, const bool *moving);
/* The differential of a CALL, of an OUT or of an AT of these, given those of the arguments: a call of the derivative
 * that the user gave or else of the one that is made. An array result has an array for it. `differential` is asked for
 * Real arguments: for each element of a literal and of a variable that is a whole array, otherwise for the argument (a
 * LOCAL, a CALL or an OUT may be a whole array). It answers sx_real(0) for what does not move, also for a whole array,
 * and 0 for "not known". Returns 0 where the differential is not known, and sx_real(0) where no argument moves. Meant
 * for the hook of sx_diff, which asks for CALL and OUT; that hook must not answer 0 for a whole array that moves. */
sx_ref sm_call_derivative(sm_model *m, sx_ref call_or_out, sx_ref (*differential)(void *context, sx_ref argument),
						  void *context);
/* The same where the differentials are derivatives by time: inputs of which the user says that others tell how they
 * move (the velocity beside a position) then do so, if the function has nothing else in it. */
sx_ref sm_call_rate(sm_model *m, sx_ref call_or_out, sx_ref (*differential)(void *context, sx_ref argument),
					void *context);
/* Has the function such inputs, and nothing else that moves it? (position({q, v}, time) with the value q and the
 * derivative v) */
bool sm_moves_by_annotation(const sm_model *m, const sm_function *f);
/* What a call stands for, of a function that asks to be written out and is one formula; 0: it stays a call. Calls that
 * had to stay because of their derivatives are written out when these are taken. */
sx_ref sm_call_formula(sm_model *m, sx_ref call);
/* Why a function that is called in e has no derivative, after one of the above has failed; NULL: none has. */
const char *sm_why_no_derivative(const sm_model *m, sx_ref e);

#endif
