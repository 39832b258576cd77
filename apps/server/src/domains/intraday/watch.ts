import { marginStateOf } from '@tarazu/core';
import { accountId, append, DAY_MS, instantMs, instrumentId } from '@tarazu/core/values';
import type pg from 'pg';
import { type IntradayNotice, notifyAll, type SentNotices } from '#domains/intraday/notify.ts';
import { IntradayStore, type LoneOrder, type OpenPosition } from '#domains/intraday/store.ts';
import { valuedIntraday } from '#domains/intraday/valued.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { type CloseOut, closeOutAll } from '#engine/close-outs.ts';
import { inGroups } from '#platform/paced.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { EnginePort, IntradayTimes, MarketPort } from '#ports.ts';
import { type IntradayRow, intraday } from '#rules/families/intraday.ts';

export interface WatchParts {
  readonly pool: pg.Pool;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly clock: Clock;
  readonly sendNotice: SendNotice;
}

const ROWS_AT_ONCE = 500;
const WARNINGS_KEPT_MS = 10 * DAY_MS;

/**
 * Looks once at everything that is open within the day: warns, squares off
 * again while anything is left, and carries what nobody took. Closing comes
 * first: a message that can't be sent holds back no order and no other message.
 */
export async function watchIntraday(parts: WatchParts, sent: SentNotices): Promise<void> {
  sent.beginLook();
  const store = new IntradayStore(parts.pool);
  const row = parts.market.rules.at(intraday, parts.clock.nowMs());
  const failures: unknown[] = [];
  let last: Pick<OpenPosition, 'accountId' | 'instrumentId'> | undefined = {
    accountId: accountId(0),
    instrumentId: '',
  };
  while (last !== undefined) {
    const page: OpenPosition[] = await store.after(last, ROWS_AT_ONCE);
    const looked = page.map((position) => look(parts, { row, position }));
    await closeOutAll(
      parts.engine,
      looked.flatMap(({ closeOut }) => closeOut ?? []),
    );
    const failed = await notifyAll(
      { ...parts, store, sent },
      looked.flatMap(({ notices }) => notices),
    );
    append(failures, failed);
    last = page.length === ROWS_AT_ONCE ? page.at(-1) : undefined;
  }
  await endOrdersAlone(parts, store);
  if (failures.length > 0) throw new AggregateError(failures, 'Notices on intraday positions were not sent.');
}

/**
 * Ends orders of before the hour of squaring off that have no position beside them: filled after it, they
 * would open on margin what nobody closes that day.
 */
async function endOrdersAlone({ engine, market }: WatchParts, store: IntradayStore): Promise<void> {
  const beforeMs = market.newestSquareOffAtMs();
  let last: Pick<LoneOrder, 'placedAtMs' | 'orderId'> | undefined = { placedAtMs: 0, orderId: 0n };
  while (last !== undefined) {
    const page: LoneOrder[] = await store.ordersAlone(beforeMs, last, ROWS_AT_ONCE);
    const due = page.filter(({ instrumentId: of, placedAtMs }) => {
      const hourMs = market.intraday(of)?.lastSquareOffAtMs;
      return hourMs !== undefined && placedAtMs < hourMs;
    });
    const closings = new Map(due.map((order) => [`${order.accountId} ${order.instrumentId}`, order]));
    await inGroups([...closings.values()], ({ accountId: of, instrumentId: share }) =>
      engine.submit({ type: 'intraday.close', accountId: of, instrumentId: instrumentId(share) }),
    );
    last = page.length === ROWS_AT_ONCE ? page.at(-1) : undefined;
  }
}

interface Looked {
  readonly row: IntradayRow;
  readonly position: OpenPosition;
}

/** Needs of a position now. */
interface Due {
  readonly notices: readonly IntradayNotice[];
  readonly closeOut?: CloseOut;
}

/** Messages to its owner, and the position where it is to be closed out now. */
function look(parts: WatchParts, looked: Looked): Due {
  const { market, clock } = parts;
  const { row, position } = looked;
  const priced = valuedIntraday(market, position);
  const times = market.intraday(position.instrumentId);
  if (priced === undefined || times === undefined) return { notices: [] };
  market.watch(position.instrumentId);
  const judged = judgedByCore(parts, looked);
  const lossPercent = judged?.lossPercent ?? 0n;
  const valued = judged ? { ...priced, ...judged } : priced;
  const notices: IntradayNotice[] = [];
  const tell = (kind: string, notice: string) => notices.push({ position, row, times, valued, kind, notice });
  const isLate = isPastItsDay(parts, position, times);
  if (isLate || judged?.isDue === true) {
    const isCarried = isLate && market.hours === 'calendar' && clock.nowMs() >= times.lastSessionEndsAtMs;
    if (isCarried) tell('carried', 'intradayCarried');
    if (!market.takesOrders(position.instrumentId)) return { notices };
    tell('squareOff', isLate ? 'intradayHour' : 'intradayLoss');
    const { accountId: of, quantity: open } = position;
    const closeOut = { accountId: of, instrumentId: instrumentId(position.instrumentId), quantity: open };
    return { notices, closeOut };
  }
  const reached = row.warningPercents.filter((percent) => lossPercent >= percent).at(-1);
  if (reached !== undefined) tell(`loss${reached}`, 'intradayWarning');
  if (clock.nowMs() >= times.warningAtMs) tell('hour', 'intradayHourNear');
  return { notices };
}

/**
 * How the core judges the position by its newest mark, with the profit at it; undefined where that mark is
 * stale or there is none.
 */
function judgedByCore({ engine, clock }: WatchParts, { position, row }: Looked) {
  const { accountId: of } = position;
  const exposure = engine.exposure({ accountId: of, instrumentId: instrumentId(position.instrumentId) });
  const terms = { closeOutPercent: row.squareOffPercent, markAgeMaxMs: row.markAgeMaxMs };
  const state = exposure && marginStateOf(exposure, terms, instantMs(clock.nowMs()));
  if (!exposure?.marked || !state || state.isStale) return undefined;
  const { lossPercent, isDue } = state;
  return { lossPercent, isDue, profit: exposure.marked.profitUnrealised };
}

/**
 * Past the hour of squaring off nothing stays open until the
 * session ends, not even what an order that waited has just opened.
 */
function isPastItsDay({ market }: WatchParts, position: OpenPosition, times: IntradayTimes): boolean {
  const { lastSessionEndsAtMs, lastSquareOffAtMs } = times;
  return position.openedAtMs < (market.hours === 'calendar' ? lastSessionEndsAtMs : lastSquareOffAtMs);
}

/** Forgets who was warned long ago, now and then. */
export function forgetWarnings({ pool, clock }: WatchParts): Pick<Job, 'everyMs' | 'run'> {
  return {
    everyMs: WARNINGS_KEPT_MS / 10,
    run: () => new IntradayStore(pool).forget(clock.nowMs() - WARNINGS_KEPT_MS),
  };
}
