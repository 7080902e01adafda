#include "external/surroundings.h"

#include <fenv.h>
#include <stddef.h>
#include <string.h>

#if defined(__x86_64__)

/* The control bits of both units; flags that operations leave behind are nobody's business. */
static void read_numbers(unsigned *numbers)
{
	unsigned short control;
	__asm__ volatile("fnstcw %0" : "=m"(control));
	numbers[0] = __builtin_ia32_stmxcsr() & ~0x3fu;
	numbers[1] = control;
}

static void write_numbers(const unsigned *numbers)
{
	unsigned short control = (unsigned short)numbers[1];
	__asm__ volatile("fnclex\n\tfldcw %0" : : "m"(control));
	__builtin_ia32_ldmxcsr(numbers[0]);
}

#else

static void read_numbers(unsigned *numbers)
{
	numbers[0] = (unsigned)fegetround();
	numbers[1] = (unsigned)fegetexcept();
}

static void write_numbers(const unsigned *numbers)
{
	feclearexcept(FE_ALL_EXCEPT);
	fedisableexcept(FE_ALL_EXCEPT);
	feenableexcept((int)numbers[1]);
	fesetround((int)numbers[0]);
}

#endif

/* The text of setlocale is gone when the locale has changed: it is copied when it is new. */
static _Thread_local char copy[512];
static _Thread_local const char *copied;

void sl_note_surroundings(sl_surroundings *s)
{
	read_numbers(s->numbers);
	s->locale = uselocale((locale_t)0);
	s->names = setlocale(LC_ALL, NULL);
	if (s->names != copied && s->names) {
		strncpy(copy, s->names, sizeof copy - 1);
		copied = s->names;
	}
}

const char *sl_restore_surroundings(const sl_surroundings *s)
{
	unsigned numbers[2];
	const char *changed = NULL;
	read_numbers(numbers);
	if (numbers[0] != s->numbers[0] || numbers[1] != s->numbers[1]) {
		write_numbers(s->numbers);
		changed = "how numbers are rounded, or which operations trap";
	}
	if (uselocale((locale_t)0) != s->locale) {
		uselocale(s->locale);
		changed = "the locale of the thread";
	}
	if (setlocale(LC_ALL, NULL) != s->names) {
		copied = NULL;
		setlocale(LC_ALL, copy);
		changed = "the locale, by which numbers are read and written";
	}
	return changed;
}
