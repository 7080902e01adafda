#ifndef ANSWER_H
#define ANSWER_H
static double answer(void) { return 42; }
#endif
