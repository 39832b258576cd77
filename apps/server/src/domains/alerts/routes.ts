import { formatDecimal, parseDecimal } from '@tarazu/core/values';
import { OPERATIONS, type OwnAlert } from '@tarazu/protocol';
import { isReached, scaleOf } from '#domains/alerts/condition.ts';
import {
  type Alert,
  addAlert,
  alertsOf,
  deleteAlert,
  oneAlert,
  SET_A_DAY_MAX,
  updateAlert,
  WAITING_MAX,
} from '#domains/alerts/store.ts';
import type { Watch } from '#domains/alerts/watch.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { type Listing, type MarketPort, refuse, reply } from '#ports.ts';

export interface AlertServices {
  readonly database: Queryable;
  readonly market: MarketPort;
  readonly nowMs: () => number;
  readonly watch: Watch;
  /** Runs the work in one transaction. */
  readonly together: <Result>(work: (on: Queryable) => Promise<Result>) => Promise<Result>;
}

export function alertBindings({ database, market, nowMs, watch, together }: AlertServices): Binding[] {
  return [
    bind(OPERATIONS.alertAdd, async (input, { accountId, loginId }) => {
      const wish = readWish(market, input);
      if (!wish.ok) return wish;
      const alert = {
        id: randomId(),
        accountId: BigInt(accountId),
        loginId,
        instrumentId: input.instrumentId,
        condition: input.condition,
        level: wish.level,
        levelAtMs: nowMs(),
        createdAtMs: nowMs(),
      };
      const added = await together((on) => addAlert(on, alert));
      if (added.is === 'full') return refuse('ALERTS_FULL', { detail: { limit: String(WAITING_MAX) } });
      if (added.is === 'tooManyOfDay')
        return refuse('ALERTS_TODAY', { detail: { limit: String(SET_A_DAY_MAX) } });
      if (added.is === 'new') watch.add(added.alert);
      return reply({ alert: wireAlert(added.alert, wish.listing) });
    }),
    bind(OPERATIONS.alertSet, async ({ id, condition, level }, { accountId }) => {
      const old = await oneAlert(database, BigInt(accountId), id);
      if (old === undefined || old.triggered !== undefined) return refuse('NOT_FOUND', { field: 'id' });
      const wish = readWish(market, { instrumentId: old.instrumentId, condition, level });
      if (!wish.ok) return wish;
      const change = { accountId: old.accountId, id, condition, level: wish.level, levelAtMs: nowMs() };
      const changed = await updateAlert(database, change);
      if (changed === undefined) return refuse('NOT_FOUND', { field: 'id' });
      watch.add(changed);
      return reply({ alert: wireAlert(changed, wish.listing) });
    }),
    bind(OPERATIONS.alertList, async ({ instrumentId }, { accountId }) => {
      const alerts = await alertsOf(database, BigInt(accountId), instrumentId);
      const list = alerts.flatMap((alert) => {
        const listing = market.listing(alert.instrumentId);
        return listing === undefined ? [] : [wireAlert(alert, listing)];
      });
      return reply({ list, waitingMax: WAITING_MAX });
    }),
    bind(OPERATIONS.alertDel, async ({ id }, { accountId }) => {
      const gone = await deleteAlert(database, { accountId: BigInt(accountId), id, nowMs: nowMs() });
      if (gone !== undefined) watch.remove(gone);
      return reply({});
    }),
  ];
}

type Wish =
  | { readonly ok: true; readonly listing: Listing; readonly level: bigint }
  | ReturnType<typeof refuse>;

/** An alert for what is so already would trigger at once and say nothing new. */
function readWish(
  market: MarketPort,
  wish: Pick<Alert, 'instrumentId' | 'condition'> & { readonly level: string },
): Wish {
  const listing = market.listing(wish.instrumentId);
  if (listing === undefined) return refuse('INSTRUMENT_UNKNOWN', { field: 'instrumentId' });
  const scale = scaleOf(wish.condition, listing);
  const level = parseDecimal(wish.level, scale);
  if (level === undefined)
    return refuse('TICK', { field: 'level', detail: { tickSize: formatDecimal(1n, scale) } });
  if (level === 0n)
    return refuse('INVALID_INPUT', { field: 'level', detail: { problem: 'level: must be more than 0' } });
  const ticker = market.ticker(wish.instrumentId);
  if (isReached({ condition: wish.condition, level }, ticker, listing))
    return refuse('ALERT_REACHED', { field: 'level', detail: { price: ticker.price } });
  const bounds = possibleLevels(market, wish, ticker.price);
  if (bounds !== undefined && (level < bounds.min || level > bounds.max)) {
    const detail = { min: formatDecimal(bounds.min, scale), max: formatDecimal(bounds.max, scale) };
    return refuse('ALERT_NEVER', { field: 'level', detail });
  }
  market.watch(wish.instrumentId);
  return { ok: true, listing, level };
}

/** A fall that leaves something, in hundredths of a percent. */
const FALL_MAX = 9_999n;

/** Levels that can come, from the smallest step of the price on; undefined for any level. */
function possibleLevels(
  market: MarketPort,
  { instrumentId, condition }: Pick<Alert, 'instrumentId' | 'condition'>,
  price: string,
): { readonly min: bigint; readonly max: bigint } | undefined {
  if (condition === 'fall') return { min: 1n, max: FALL_MAX };
  if (condition !== 'below') return undefined;
  const { tickSize, priceScale } = market.profile(instrumentId);
  const [min, max] = [parseDecimal(tickSize, priceScale), parseDecimal(price, priceScale)];
  return min === undefined || max === undefined ? undefined : { min, max };
}

function wireAlert(alert: Alert, listing: Listing): OwnAlert {
  const { id, instrumentId, condition, level, createdAtMs, triggered } = alert;
  return {
    id,
    instrumentId,
    symbol: listing.symbol,
    name: listing.name,
    quoteAsset: listing.quoteAsset,
    condition,
    level: formatDecimal(level, scaleOf(condition, listing)),
    createdAtMs,
    ...(triggered === undefined ? {} : { triggeredAtMs: triggered.atMs, priceTriggered: triggered.price }),
  };
}
