import { Calendars, rulesOfCalendars } from '#market/calendar/calendars.ts';
import { KNOWN_EXCHANGES } from '#market/exchanges.ts';
import { dhaka } from '#rules/families/dhaka.ts';
import { saoPaulo } from '#rules/families/sao-paulo.ts';
import type { RuleFamily } from '#rules/family.ts';
import { RULE_FAMILIES } from '#rules/list.ts';
import { seedRulebookOf } from '#rules/rulebook.ts';

/** The rules of the exchanges abroad. */
export const FAMILIES_ABROAD: readonly RuleFamily[] = [...Object.values(dhaka), ...Object.values(saoPaulo)];

/** The first rules of every exchange, whether or not it is open. */
export const knownRulebook = seedRulebookOf([...RULE_FAMILIES, ...FAMILIES_ABROAD]);

/** The calendars of every exchange, whether or not it is open. */
export const knownCalendars = new Calendars(
  rulesOfCalendars(knownRulebook, KNOWN_EXCHANGES),
  KNOWN_EXCHANGES,
);
