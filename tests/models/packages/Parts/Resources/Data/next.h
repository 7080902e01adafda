#ifndef NEXT_H
#define NEXT_H
static double next_answer(void) { return 43; }
#endif
