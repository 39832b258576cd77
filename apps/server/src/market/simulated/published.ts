import { append } from '@tarazu/core/values';
import { type Candle, OPERATIONS } from '@tarazu/protocol';
import { Calendars, rulesOfCalendars } from '#market/calendar/calendars.ts';
import { type Published, type PublishedDay, Unverifiable } from '#market/simulated/verify-day.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { productAt } from '#products/list.ts';
import { readPublishedRules } from '#rules/published.ts';

/** Asks a server for what everybody may read: a call and its fields, and the data of the answer. */
export type Ask = (
  name: 'proofMarketDays' | 'rulebookVersions' | 'stockCandles' | 'coinCandles',
  fields: Readonly<Record<string, string>>,
) => Promise<unknown>;

const PAGE = '100';
const CANDLES = '1000';

/**
 * The publications of a server about its market, or one before it, read by its public calls. Minutes are
 * served of the market of now alone.
 * @throws Unverifiable where there was no market of that number.
 */
export async function readPublished(ask: Ask, marketNumber?: number): Promise<Published> {
  const rules = await readPublishedRules((fields) => ask('rulebookVersions', fields));
  const calendars = new Calendars(rulesOfCalendars(rules));
  const days: PublishedDay[] = [];
  let cursor: string | undefined;
  let page: ReturnType<typeof OPERATIONS.proofMarketDays.output.parse>;
  do {
    const fields = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    page = OPERATIONS.proofMarketDays.output.parse(await ask('proofMarketDays', fields));
    append(days, page.list);
    cursor = page.next;
  } while (cursor !== undefined);
  if (marketNumber !== undefined && marketNumber !== page.origin.marketNumber) {
    const origin = page.past.find((one) => one.marketNumber === marketNumber);
    if (origin === undefined) throw new Unverifiable(`There was no market ${marketNumber} here.`);
    return { origin, calendars, days, minutes: async () => [] };
  }
  return {
    origin: page.origin,
    calendars,
    days,
    minutes: async (instrumentId, { fromMs, untilMs }) => {
      const name = (productAt(instrumentId) ?? delivery).candlesCall;
      let minutes: readonly Candle[] = [];
      for (let beforeMs: number | undefined = untilMs; beforeMs !== undefined && beforeMs > fromMs; ) {
        const fields = { instrumentId, interval: '1m', beforeMs: String(beforeMs), limit: CANDLES };
        const answer = OPERATIONS[name].output.parse(await ask(name, fields));
        minutes = [...answer.list, ...minutes];
        beforeMs = answer.olderBeforeMs;
      }
      return minutes.filter(({ openTimeMs }) => openTimeMs >= fromMs);
    },
  };
}
