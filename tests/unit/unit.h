/* What every unit test includes first: cmocka needs these headers before its own. */
#ifndef SALTUS_TESTS_UNIT_H
#define SALTUS_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#endif
