import { withdrawableOf } from '@tarazu/core';
import { type Currency as CountryCurrency, currencyOf, RUPEE } from '@tarazu/core/countries';
import {
  amount,
  assert,
  COIN_SCALE,
  formatDecimal,
  type InstantMs,
  instantMs,
  leastOf,
} from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import { Worth } from '#domains/balance/assets.ts';
import { type Holdings, valuedPositions } from '#domains/balance/positions.ts';
import type { LotRow, MovementRow } from '#domains/balance/store.ts';
import { BalanceStore } from '#domains/balance/store.ts';
import { Today } from '#domains/balance/today.ts';
import { readToday } from '#domains/balance/today-facts.ts';
import { cursorOf, limitOf, pageOf, refuseCursor } from '#domains/orders/index.ts';
import { readFeeTier } from '#domains/spot/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { type MarketPort, reply, type Session } from '#ports.ts';
import { shareSymbolOf } from '#products/delivery/assets.ts';
import { productOfWallet } from '#products/list.ts';

export interface BalanceServices {
  readonly database: Queryable;
  readonly market: MarketPort;
}

export function balanceBindings({ database, market }: BalanceServices): Binding[] {
  const store = new BalanceStore(database);
  const worth = new Worth(market);
  const today = new Today(market);
  return [
    bind(OPERATIONS.userAssets, async (input, session, context) => {
      const { nowMs: atMs } = context;
      const holdings = await readHoldings(store, session, atMs);
      const assets = worth.assetsOf(holdings, input.currency ?? 'INR');
      const cash = currencyOf(assets.currency) ?? RUPEE;
      return reply({ ...assets, stockCash: stockCashOf(cash, holdings, instantMs(atMs)), atMs });
    }),
    bind(OPERATIONS.coinAssets, async (_input, session, context) => {
      const [holdings, feeTier] = await Promise.all([
        readHoldings(store, session, context.nowMs),
        readFeeTier({ database, market }, session.accountId, context.nowMs),
      ]);
      const wallet = (name: 'spot' | 'perpetual') =>
        worth.balances(
          holdings.balances.filter((row) => row.wallet === name),
          'USDT',
        );
      const spot = wallet('spot');
      const perpetual = wallet('perpetual');
      const value = [...spot, ...perpetual].reduce((sum, one) => sum + one.value, 0n);
      return reply({
        asset: 'USDT',
        value: formatDecimal(value, COIN_SCALE),
        spot: spot.map(({ wire }) => wire),
        perpetual: perpetual.map(({ wire }) => wire),
        positions: valuedPositions(holdings, market, 'spot').map(({ wire }) => wire),
        today: today.wire(holdings, 'spot'),
        feeTier,
      });
    }),
    bind(OPERATIONS.fundsMovements, async (input, session) => {
      const limit = limitOf(input.limit);
      const cursor = cursorOf(input.cursor);
      if (cursor === undefined) return refuseCursor();
      const { beforeSequence, beforeIndex } = cursor;
      const rows = await store.movements({
        accountId: session.accountId,
        wallet: input.wallet,
        asset: input.asset,
        fromMs: input.fromMs === undefined ? undefined : BigInt(input.fromMs),
        toMs: input.toMs === undefined ? undefined : BigInt(input.toMs),
        before:
          beforeSequence === undefined ? undefined : { sequence: beforeSequence, index: beforeIndex ?? 0 },
        limit: limit + 1,
      });
      const wire = (row: MovementRow) => wireMovement(row, session, worth.factsOf(row.asset_id).scale);
      return reply(pageOf(rows, { limit, cursor: (row) => `${row.sequence}-${row.index}`, wire }));
    }),
  ];
}

export async function readHoldings(store: BalanceStore, session: Session, nowMs: number): Promise<Holdings> {
  const { accountId } = session;
  const [balances, positions, lots, today] = await Promise.all([
    store.balances(accountId),
    store.positions(accountId),
    store.lots(accountId),
    readToday(store.today, session, nowMs),
  ]);
  return { balances, positions, lots, today };
}

/**
 * The cash of the stock side in one currency: what it may spend
 * now, what stands behind orders, what becomes usable and when.
 */
function stockCashOf({ asset, scale }: CountryCurrency, holdings: Holdings, atMs: InstantMs) {
  const cash = holdings.balances.find(
    (row) => row.asset_id === asset && productOfWallet(row.wallet)?.partOf(row.asset_id) === 'stockCash',
  );
  const available = amount(cash?.available ?? 0n);
  const lots = holdings.lots.filter((lot) => lot.asset_id === asset);
  const withdrawable = withdrawableOf(available, lots.map(lotOf), atMs);
  const waiting = lots.filter((lot) => lot.kind === 'proceeds' && !lot.settled);
  const next = waiting.reduce(
    (first, lot) => (first === 0n || lot.usable_at_ms < first ? lot.usable_at_ms : first),
    0n,
  );
  const money = (value: bigint) => formatDecimal(value, scale);
  return {
    asset,
    available: money(available),
    held: money(cash?.held ?? 0n),
    unsettled: money(cash?.unsettled ?? 0n),
    withdrawable: money(withdrawable),
    ...(next === 0n ? {} : { nextUsableAtMs: Number(next) }),
    arriving: arrivingOf(waiting, money),
    ...nextWithdrawableOf(lots, atMs),
  };
}

/** Proceeds that are not settled, by when they may be used. */
function arrivingOf(waiting: readonly LotRow[], money: (value: bigint) => string) {
  const byTime = Map.groupBy(waiting, (lot) => `${lot.usable_at_ms}-${lot.withdrawable_at_ms}`);
  return [...byTime.values()]
    .map((of) => ({
      amount: money(of.reduce((sum, lot) => sum + lot.amount_left, 0n)),
      usableAtMs: Number(of[0]?.usable_at_ms ?? 0n),
      withdrawableAtMs: Number(of[0]?.withdrawable_at_ms ?? 0n),
    }))
    .sort((one, other) => one.usableAtMs - other.usableAtMs);
}

/** When the next proceeds may be withdrawn, some of which may be traded with already. */
function nextWithdrawableOf(lots: readonly LotRow[], atMs: InstantMs) {
  const times = lots
    .filter((lot) => lot.kind === 'proceeds' && lot.withdrawable_at_ms > BigInt(atMs))
    .map((lot) => Number(lot.withdrawable_at_ms));
  return times.length === 0 ? {} : { nextWithdrawableAtMs: leastOf(times) };
}

/** The part of a lot that the core must know to say what may be withdrawn. */
function lotOf({ kind, settled, ...lot }: LotRow) {
  const [amountOriginal, amountLeft] = [amount(lot.amount_original), amount(lot.amount_left)];
  return {
    kind,
    settled,
    amountOriginal,
    amountLeft,
    withdrawableAtMs: instantMs(Number(lot.withdrawable_at_ms)),
  };
}

/**
 * Posting from its owner's side, signed in the bucket that
 * it left or reached, within an account by `available`.
 */
function wireMovement(row: MovementRow, session: Session, scale: number) {
  const leaves = row.from_account_id === BigInt(session.accountId);
  const within = leaves && row.to_account_id === row.from_account_id;
  const reachesAvailable = within && row.to_bucket === 'available';
  const isPositive = !leaves || reachesAvailable;
  const end =
    leaves && !reachesAvailable
      ? { wallet: row.from_wallet, bucket: row.from_bucket, balance: row.balance_from }
      : { wallet: row.to_wallet, bucket: row.to_bucket, balance: row.balance_to };
  assert(end.balance !== null, "Invariant: a movement says its owner's balance after it");
  const symbol = shareSymbolOf(row.asset_id);
  return {
    id: `${row.sequence}-${row.index}`,
    wallet: end.wallet,
    bucket: end.bucket,
    asset: row.asset_id,
    amount: formatDecimal(isPositive ? row.amount : -row.amount, scale),
    balanceAfter: formatDecimal(end.balance, scale),
    kind: row.kind,
    ...(row.charge_name === null ? {} : { chargeName: row.charge_name }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(row.order_id === null ? {} : { orderId: String(row.order_id) }),
    ...(row.rule_version === null ? {} : { ruleVersion: row.rule_version }),
    atMs: Number(row.at_ms),
  };
}
