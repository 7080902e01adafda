/* The table of devices that have models: their types, their classes in the library and their parameters.
 *
 * tests/spice.py compares the parameters with those of lib/Spice.
 */
#include "front/spice/check/spice_check.h"

#include <string.h>

#define MOS_MODEL \
	" vto vt0=vto kp gamma phi lambda rd rs rsh cbd cbs is js pb cgso cgdo cgbo cj mj cjsw mjsw tox nsub nss " \
	"nfs tpg xj ld uo u0=uo ucrit uexp utra vmax neff delta theta eta kappa fc xqc kf af tnom w l rg rds n "
#define MOS_INSTANCE " w l ad as pd ps nrd nrs m=mult temp dtemp ic "
#define FET_INSTANCE " area m=mult temp dtemp ic "

/* Diodes of straight lines, as LTspice has them, are found by their parameters. */
enum { IDEAL = 100001 };

static const sp_kind kinds[] = {
	{'r', " r res ", -1, "Resistor", " l w r temp dtemp m=mult scale tc1 tc2 tce ",
	 " rsh r defw w=defw l=defl defl narrow short tc1 tc2 tce tnom kf af ", true},
	{'c', " c cap ", -1, "Capacitor", " l w c temp dtemp m=mult scale ic tc1 tc2 ",
	 " cap=c c cj cjsw defw w=defw narrow short tc1 tc2 tnom l ", true},
	{'l', " l ind ", -1, "Inductor", " l temp dtemp m=mult scale ic tc1 tc2 ", " ind=l l tc1 tc2 tnom ", true},
	{'d', " d dio ", IDEAL, "IdealDiode", " area pj m=mult temp dtemp ic ", " ron roff vfwd vrev rrev tnom ", true},
	{'d', " d dio ", -1, "Diode", " area pj m=mult temp dtemp ic ",
	 " level is js=is jsw n ns rs trs1 trs=trs1 trs2 tt ttt1 ttt2 cjo cj0=cjo cj=cjo vj pb=vj m mj=m tm1 tm2 cjp "
	 "cjsw=cjp php mjsw fc fcs ikf ik=ikf ikr isr nr jtun jtunsw ntun xtitun keg bv vb=bv ibv ib=ibv nbv nz=nbv tcv eg "
	 "xti tlev tlevc cta ctc=cta ctp tpb tvj=tpb tphp kf af tnom tref=tnom ibvl nbvl tbv1 tbv2 ", true},
	{'q', " npn pnp ", 1, "Bipolar", " area areab areac m=mult temp dtemp ic ",
	 " is bf nf vaf va=vaf ikf ik=ikf nkf ise ne br nr var vb=var ikr isc nc rb irb rbm re rc cje vje pe=vje mje "
	 "me=mje tf xtf vtf itf ptf cjc vjc pc=vjc mjc mc=mjc xcjc tr cjs ccs=cjs vjs ps=vjs mjs ms=mjs subs iss ns fc xtb "
	 "eg xti tlev tlevc rco vo gamma qco vg cn d kf af tnom tref=tnom ", true},
	{'m', " nmos pmos ", 1, "Mosfet1", MOS_INSTANCE, MOS_MODEL, true},
	{'m', " nmos pmos ", 3, "Mosfet3", MOS_INSTANCE, MOS_MODEL, true},
	{'j', " njf pjf ", 1, "Jfet", FET_INSTANCE,
	 " vto vt0=vto beta b tcv vtotc bex betatce n eg xti lambda rd rs cgs cgd pb m=mj is fc kf af tnom ", true},
	{'z', " nmf pmf ", 1, "Mesfet", FET_INSTANCE,
	 " vto vt0=vto beta b alpha lambda rd rs cgs cgd pb is fc kf af tnom ", true},
	{'s', " sw vswitch ", -1, "VSwitch", " ", " vt vh ron roff ", false},
	{'w', " csw iswitch ", -1, "ISwitch", " ", " it ih ron roff ", false},
	{'t', " ", -1, "TLine", " z0 zo=z0 td f nl ic ", " ", false},
};

const sp_kind *sp_kind_of(char letter, const char *type, int level)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		const sp_kind *k = &kinds[i];
		if (k->letter == letter && (!type || !*type || strstr(k->types, type)) && (k->level < 0 || k->level == level))
			return k;
	}
	return NULL;
}

const sp_kind *sp_ideal_diode(const sp_model *m)
{
	static const char *const own[] = {"ron", "roff", "vfwd", "vrev"};
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		if (sp_pair_of(&m->pairs, own[i]) && !sp_pair_of(&m->pairs, "is"))
			return sp_kind_of('d', NULL, IDEAL);
	return NULL;
}

/* What other programs have in their models, and the equations here do not. */
bool sp_is_foreign(char letter, const char *key)
{
	static const struct { char letter; const char *keys; } foreign[] = {
		{'j', " isr nr alpha vk nlev gdsnoi gdsnlev gdsnoise "},
		{'m', " tt rb pbsw jssw wd nlev gdsnoi gdsnlev cbm js0 "},
		{'d', " ilimit revilimit epsilon revepsilon thermal "}, {'q', " vceo icrating rth0 cth0 "},
		{'s', " ilimit level von voff lser vser "}, {'w', " ilimit ion ioff "}};
	for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
		if (foreign[i].letter == letter && sp_is_word_of(foreign[i].keys, key))
			return true;
	return false;
}

bool sp_is_model_type(const char *type)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (sp_is_word_of(kinds[i].types, type))
			return true;
	return false;
}

const char *sp_parameter_named(const char *list, const char *key)
{
	size_t n = strlen(key);
	for (const char *at = list; (at = strchr(at, ' ')) && at[1];) {
		at++;
		size_t length = strcspn(at, " "), own = strcspn(at, " =");
		if (own == n && strncmp(at, key, n) == 0)
			return own < length ? at + own + 1 : at;
		at += length;
	}
	return NULL;
}
