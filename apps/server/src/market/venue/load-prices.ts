import type { ClosingBy, SessionPhase } from '@tarazu/core';
import { PHASE_TERMS } from '@tarazu/core/checks';
import type { InstrumentId, Price } from '@tarazu/core/values';
import { MINUTE_MS } from '@tarazu/core/values';
import { phasesOf } from '#market/calendar/sessions.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { InstrumentDefinition } from '#market/source.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import { onTick } from '#market/venue/bands.ts';
import type { PersistedDay } from '#market/venue/persisted-day.ts';

/**
 * The reference of the closing auction is the average of the last quarter of an hour, the close of other
 * shares of the last half.
 */
const REFERENCE_MINUTES = 15;
const CLOSE_MINUTES = 30;

/** Prices that the tape knows of the day. */
export interface TapePrices {
  readonly lastPrice: (instrumentId: InstrumentId) => Price;
  /** Writes the tape's minutes that are over, so that averages over them are whole. */
  readonly saveTape: () => Promise<void>;
}

export interface PriceSources {
  readonly calendar: TradingCalendar;
  readonly store: Pick<TapeStore, 'traded'>;
}

/** Puts the references and closes that the phases of now stand on into the day, each once. */
export async function learnPrices(
  from: PriceSources & TapePrices,
  kept: Pick<PersistedDay, 'references' | 'closes'>,
  now: {
    readonly phases: Readonly<Record<ClosingBy, SessionPhase>>;
    /** The shares that are traded in them. */
    readonly shares: readonly InstrumentDefinition[];
    readonly atMs: number;
  },
): Promise<void> {
  const { atMs, shares } = now;
  for (const closesBy of ['auction', 'average'] as const) {
    const group = shares.filter(({ hasDerivatives }) => hasDerivatives === (closesBy === 'auction'));
    const phase = now.phases[closesBy];
    if (PHASE_TERMS[phase].partOfDay === 'closing')
      await learn(from, group, { into: kept.references, minutes: REFERENCE_MINUTES, atMs });
    else if (phase === 'postClose')
      await learn(from, group, { into: kept.closes, minutes: CLOSE_MINUTES, atMs });
  }
}

async function learn(
  from: PriceSources & TapePrices,
  group: readonly InstrumentDefinition[],
  how: { into: Record<string, string>; minutes: number; atMs: number },
): Promise<void> {
  const unknown = group.filter(({ id }) => how.into[id] === undefined);
  const [first] = unknown;
  if (!first) return;
  const untilMs = continuousEndMs(first, from.calendar, how.atMs);
  await from.saveTape();
  const averages = await from.store.traded({ fromMs: untilMs - how.minutes * MINUTE_MS, untilMs });
  for (const definition of unknown) {
    const found = averages.get(definition.id) ?? from.lastPrice(definition.id);
    how.into[definition.id] = String(onTick(definition, found));
  }
}

function continuousEndMs(
  { hasDerivatives }: InstrumentDefinition,
  calendar: TradingCalendar,
  atMs: number,
): number {
  const day = calendar.dayOf(atMs);
  const row = phasesOf(day, { calendar, hasDerivatives }).find(({ phase }) => phase === 'continuous');
  return row === undefined ? atMs : calendar.startMs(day) + row.untilMinute * MINUTE_MS;
}
