import {
  type AuctionEndOpening,
  type AuctionOpening,
  linesOf,
  orderIdsOf,
  rankedLines,
  recordHash,
} from '@tarazu/core/proof';
import { INDIA_OFFSET_MS, leastOf, MINUTE_MS } from '@tarazu/core/values';
import type { OpenedFill, OpeningStore, StoredRecord } from '#domains/proof/fills/opening-store.ts';
import { orderMarks } from '#domains/proof/log/salts.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { AuctionEnd } from '#ports.ts';
import { venueOf } from '#products/list.ts';

/** The windows of a day in which its auctions end at random. */
export type EndsOf = (tradingDay: string) => readonly AuctionEnd[];

interface AuctionQuestion {
  readonly store: OpeningStore;
  readonly secrets: Secrets;
  readonly endsOf: EndsOf;
  /** All fills of the command. */
  readonly all: readonly OpenedFill[];
  readonly fill: OpenedFill;
  readonly atMs: number;
  /** Whether the command was a step of a sweep. */
  readonly isStep: boolean;
  readonly side: 'buy' | 'sell';
  readonly priority: bigint;
  readonly orderId: bigint;
  /** The outcome of the command, as it was written. */
  readonly outcome: string;
}

/** The contents of a fill's auction, and how its end was decided; undefined where no record was written. */
export async function auctionOpening(question: AuctionQuestion): Promise<AuctionOpening | undefined> {
  const { store, secrets, all, fill } = question;
  const record = await store.auction(fill, question);
  if (record === undefined) return undefined;
  const markOf = orderMarks(secrets, Number(fill.sequence));
  const same = all.filter(
    (one) => one.instrument_id === fill.instrument_id && one.environment === fill.environment,
  );
  const end = await endOpening(question, record);
  const orderIds = lineOrders(record.lines, question);
  const ownLine = orderIds.indexOf(question.orderId);
  return {
    referencePrice: String(record.reference_price),
    tickSize: String(record.tick_size),
    lines: toldLines(question, record),
    marks: orderIds.map((orderId) =>
      orderId === undefined ? '' : markOf({ environment: fill.environment, orderId }),
    ),
    // Below zero where the auction made fills in steps before.
    firstIndex: leastOf(same.map(({ index }) => index)) - Number(record.fills_before),
    ...(ownLine >= 0 && { ownLine }),
    ...(end && { end }),
  };
}

/** The order of each line; undefined for the market maker. */
function lineOrders(text: string, { side, priority, orderId }: AuctionQuestion): (bigint | undefined)[] {
  const kept = orderIdsOf(text);
  return linesOf(text).map((line, place) => {
    if (line.isMarketMaker) return undefined;
    const id = kept[place];
    if (id !== undefined) return BigInt(id);
    // Of a record from before ids only the own order is known, where it still has its place.
    return line.side === side && line.priority === Number(priority) ? orderId : BigInt(-1 - place);
  });
}

/** With ranks where those were hashed: a priority is the sequence of somebody's order. */
function toldLines({ fill, outcome }: AuctionQuestion, record: StoredRecord): string {
  const lines = rankedLines(record.lines);
  const hash = recordHash({
    instrumentId: fill.instrument_id,
    environment: fill.environment,
    referencePrice: String(record.reference_price),
    tickSize: String(record.tick_size),
    lines,
  });
  return outcome.includes(hash) ? lines : record.lines;
}

/** Later than this it was another auction. */
const LATE_MS_MAX = MINUTE_MS;

async function endOpening(
  { store, endsOf, fill, atMs }: AuctionQuestion,
  record: StoredRecord,
): Promise<AuctionEndOpening | undefined> {
  const tradingDay = new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, 10);
  const whose = record.closes_by === 'auction' ? 'derivativeShares' : 'otherShares';
  const isMine = (of: AuctionEnd['of']): boolean =>
    record.is_own ? of === fill.instrument_id || of === venueOf(fill.instrument_id) : of === whose;
  const window = endsOf(tradingDay).find(
    ({ of, latestMs, windowMs }) =>
      isMine(of) && latestMs - windowMs <= atMs && atMs <= latestMs + LATE_MS_MAX,
  );
  const day = await store.day(tradingDay);
  if (window === undefined || day === undefined) return undefined;
  const { sequence: publishedSequence, atMs: publishedAtMs, ...said } = day;
  const { name, latestMs, windowMs } = window;
  return { ...said, name, latestMs, windowMs, publishedSequence, publishedAtMs };
}
