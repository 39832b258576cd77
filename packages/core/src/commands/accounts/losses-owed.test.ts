/*
 * Debts of orders for losses that the house ledger has
 * paid: to whom, when they go over, and from which money.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endNow } from '#accounts/end-now.ts';
import { apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import { createRecorder } from '#ledger/recorder.ts';
import type { Command } from '#model/command.ts';
import type { SessionPhase } from '#model/instrument.ts';
import { debtsOf, type Order, owedBy } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, type RuleChange } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, amount, assert as known, price, quantity, systemClientId } from '#values/index.ts';

const CASH = { wallet: 'stock', asset: INR } as const;
const SIZE = 4_000n;
const PAID = 50_000n;
/** Margin of a fifth as a change of price for each share. */
const MARGIN = 10_000n;
const ALL_AT_ONCE = 1_000;

/** A trader whose commands are decided by the rules of before a change. */
class Before extends Trader {
  readonly #change: RuleChange | undefined;

  constructor(change: RuleChange | undefined) {
    super();
    this.#change = change;
  }

  override apply(command: Command): Applied {
    if (this.#change === undefined) return super.apply(command);
    const rulesVersion = RULE_CHANGES.indexOf(this.#change);
    return apply(this.state, {
      sequence: this.state.lastSequence + 1,
      atMs: this.atMs,
      command,
      rulesVersion,
    });
  }
}

function enter(trader: Trader, auction: SessionPhase): Applied {
  const phases = { auction, average: 'continuous' } as const;
  return trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
}

interface Owner {
  readonly trader: Trader;
  readonly by: AccountId;
  readonly sub: AccountId;
}

/** A holder within the day, and an auction of another share that collects. */
function opened(side: 'buy' | 'sell', before?: RuleChange): Omit<Owner, 'sub'> {
  const trader = new Before(before);
  const by = trader.open(1);
  const band = { priceLow: price(25_000n), priceHigh: price(65_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band, closesBy: 'average' } });
  trader.apply({ type: 'instrument.set', instrument: { ...BHUMI, closesBy: 'auction' } });
  trader.quote(ARUNA, { [side === 'buy' ? 'asks' : 'bids']: [[PAID, 100_000n]] });
  orderOf(trader[side](ARUNA, { by, at: PAID, size: SIZE, product: 'intraday' }));
  trader.quote(ARUNA, {});
  enter(trader, 'closingAuction');
  return { trader, by };
}

/** All free money but so much goes to a sub-account. */
function withFree({ trader, by }: Omit<Owner, 'sub'>, free: bigint): Owner {
  const sub = trader.openSub(9, { parentId: by, purpose: 'robot' });
  const units = trader.balance({ by, ...CASH }) - free;
  trader.transfer({ accountId: by, subAccountId: sub, wallet: 'stock', assetId: INR, units });
  known(trader.balance({ by, ...CASH }) === free, 'Condition: so much is free');
  return { trader, by, sub };
}

function rowOf({ trader, by }: Owner, { id }: Order): Order {
  const row = trader.state.accountSide.accounts.get(by)?.orders.get(id)?.row;
  known(row !== undefined, 'Condition: the order is open');
  return row;
}

const heldBy = (row: Order): bigint => heldOf(row.state) ?? 0n;

test('an order owes each account of the house ledger what that one has paid; before, all to the last', () => {
  const paid = (before?: RuleChange) => {
    const collecting = opened('sell', before);
    const locked = orderOf(collecting.trader.buy(BHUMI, { by: collecting.by, size: 5_000n }));
    enter(collecting.trader, 'closingLimit');
    const owner = withFree(collecting, 0n);
    const { trader, by } = owner;
    trader.quote(ARUNA, { asks: [[PAID + MARGIN + 10n, SIZE / 2n]] });
    const own = orderOf(
      trader.buy(ARUNA, { by, at: PAID + MARGIN + 10n, size: SIZE / 2n, product: 'intraday' }),
    );
    assert.equal(own.state.name, 'completed');
    const ofLoss = owedBy(rowOf(owner, locked));
    const terms = { kind: 'dividend', amountPerShare: amount(10n) } as const;
    const clientId = systemClientId('corporate-dividend-1');
    const what = { clientId, contentHash: 'dividend', instrumentId: ARUNA.id, terms } as const;
    trader.apply({ type: 'corporate.act', accountId: by, ...what });
    const ofDividend = owedBy(rowOf(owner, locked)) - ofLoss;
    assert.ok(ofLoss > 0n && ofDividend > 0n && ofLoss + ofDividend < heldBy(rowOf(owner, locked)));
    trader.state = reload(trader.state);
    const house = () =>
      [trader.house('demo', 'intraday', INR), trader.house('demo', 'outside', INR)] as const;
    const [intraday, outside] = house();
    enter(trader, 'continuous');
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    const [intradayAfter, outsideAfter] = house();
    return { owed: [ofLoss, ofDividend], got: [intradayAfter - intraday, outsideAfter - outside] };
  };
  const { owed, got } = paid();
  assert.deepEqual(got, owed);
  const was = paid('owedToEach');
  assert.deepEqual(was.got, [0n, was.owed.reduce((sum, one) => sum + one)]);
});

test('debt that goes over does not depend on how many orders a step ends', () => {
  const ended = (stepMax: number, before?: RuleChange) => {
    const collecting = opened('buy', before);
    const locked = orderOf(collecting.trader.buy(BHUMI, { by: collecting.by, size: 5_000n }));
    enter(collecting.trader, 'closingLimit');
    const owner = withFree(collecting, 58_000n);
    const { trader, by } = owner;
    const at = PAID - MARGIN - 10n;
    trader.quote(ARUNA, { bids: [[at, SIZE / 2n]] });
    const own = orderOf(trader.sell(ARUNA, { by, at, size: SIZE, product: 'intraday' }));
    trader.quote(ARUNA, { bids: [[at, SIZE / 2n - 10n]] });
    assert.ok(
      owedBy(rowOf(owner, own)) > heldBy(rowOf(owner, own)),
      'its charges have taken of what it owes',
    );
    assert.ok(owedBy(rowOf(owner, locked)) < heldBy(rowOf(owner, locked)), 'and there is room for that');
    trader.apply({ type: 'rules.set', stepMax });
    let steps = 1;
    trader.apply({ type: 'session.end', venue: ARUNA.venue });
    for (; openSweepsOf(trader.state).length > 0; steps += 1) trader.apply({ type: 'sweep.step' });
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    return { steps, house: trader.house('demo', 'intraday', INR), free: trader.balance({ by, ...CASH }) };
  };
  const [inOne, inSteps] = [ended(ALL_AT_ONCE), ended(1)];
  assert.ok(inOne.steps < inSteps.steps);
  assert.deepEqual({ ...inOne, steps: 0 }, { ...inSteps, steps: 0 });
  const was = [ended(ALL_AT_ONCE, 'unpaidGoesOverAtOnce'), ended(1, 'unpaidGoesOverAtOnce')] as const;
  assert.notEqual(was[0].house, was[1].house);
});

/** An owner whose limit order stood in an auction with a fixed price while another of theirs came to owe. */
function standing(
  before?: RuleChange,
  isLater = false,
): Owner & { readonly own: Order; readonly stands: Order } {
  const collecting = opened('buy', before);
  const { trader, by } = collecting;
  const other = trader.open(2);
  const stands = orderOf(trader.buy(BHUMI, { by, at: 93n, size: 1_000n }));
  orderOf(trader.buy(BHUMI, { by: other, at: 95n, size: 10n }));
  orderOf(trader.sell(BHUMI, { by: trader.open(3), at: 95n, size: 10n }));
  const owner = withFree(collecting, 58_000n);
  trader.apply({ type: 'rules.set', stepMax: 1 });
  enter(trader, 'closingMatch');
  const at = PAID - MARGIN - 10n;
  if (!isLater) trader.quote(ARUNA, { bids: [[at, SIZE / 2n]] });
  const own = orderOf(trader.sell(ARUNA, { by, at, size: SIZE, product: 'intraday' }));
  if (isLater) trader.buy(ARUNA, { by: other, at, size: SIZE / 2n });
  assert.ok(owedBy(rowOf(owner, own)) > 0n, 'the house ledger has paid');
  assert.deepEqual(debtsOf(rowOf(owner, stands)), [], 'and its own hold was enough');
  while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  enter(trader, 'continuous');
  const units = 10_000_00n;
  const moved = { accountId: by, subAccountId: owner.sub, wallet: 'stock', assetId: INR } as const;
  trader.transfer({ ...moved, units, back: true });
  return { ...owner, own, stands };
}

let changes = 0;

function changed({ trader, by }: Owner, { id }: Order, what: { size?: bigint; at?: bigint }): string {
  changes += 1;
  return codeOf(
    trader.apply({
      type: 'order.modify',
      accountId: by,
      clientId: systemClientId(`change-owed-${changes}`),
      contentHash: 'change',
      orderId: id,
      ...(what.size !== undefined && { quantity: quantity(what.size) }),
      ...(what.at !== undefined && { priceLimit: price(what.at) }),
    }),
  );
}

test('an order that stands for a debt takes no more money, and a new one owes nothing; before, it did', () => {
  const owner = standing();
  const { stands } = owner;
  for (const what of [{ size: 1_001n }, { at: 94n }])
    assert.equal(changed(owner, stands, what), 'NOT_MODIFIABLE');
  assert.equal(changed(owner, stands, { size: 900n }), 'order', 'less is taken');
  const fresh = orderOf(owner.trader.buy(BHUMI, { by: owner.by, at: 93n, size: 10n }));
  assert.equal(changed(owner, fresh, { size: 20n }), 'order', 'later money owes nothing');
  const was = standing('debtTakesNoLaterMoney');
  assert.equal(changed(was, was.stands, { size: 2_000n }), 'order');
});

test('an order that closes and owes follows the price with what it holds, whichever command made its loss', () => {
  const moved = (isLater: boolean, before?: RuleChange) => {
    const owner = standing(before, isLater);
    const { trader, by, own } = owner;
    const [held, free] = [heldBy(rowOf(owner, own)), trader.balance({ by, ...CASH })];
    const code = changed(owner, own, { at: PAID });
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    return { code, held: heldBy(rowOf(owner, own)) - held, free: trader.balance({ by, ...CASH }) - free };
  };
  for (const isLater of [false, true])
    assert.deepEqual(moved(isLater), { code: 'order', held: 0n, free: 0n });
  assert.ok(moved(false, 'ownDebtTakesNoMoney').held > 0n, 'before, it took later money');
  assert.equal(moved(true, 'ownDebtTakesNoMoney').code, 'NOT_MODIFIABLE', 'before, or it was refused');
});

test('once a debt is paid the orders that stood for it take money again', () => {
  const owner = standing();
  const { trader, by, own, stands } = owner;
  trader.apply({ type: 'order.cancel', accountId: by, orderId: own.id });
  assert.equal(changed(owner, stands, { size: 2_000n }), 'order');
});

/** A command ends an order, and the sweep has yet to release it. */
function end({ trader, by }: Owner, { id }: Order): void {
  const { state, atMs } = trader;
  const tracked = state.accountSide.accounts.get(by)?.orders.get(id);
  known(tracked !== undefined, 'Condition: the order is open');
  state.stamp += 1;
  const recorder = createRecorder({ stamp: state.stamp, sequence: state.lastSequence, atMs });
  endNow(state.accountSide, tracked, { recorder, cause: 'customer' });
}

test('debt goes over to no order that has ended: the same is paid whenever a sweep releases that one', () => {
  const paid = (isSweptFirst: boolean, before?: RuleChange) => {
    const owner = standing(before);
    const { trader, by, own, stands } = owner;
    trader.quote(ARUNA, { bids: [[PAID - MARGIN - 10n, SIZE / 2n - 10n]] });
    assert.ok(
      owedBy(rowOf(owner, own)) > heldBy(rowOf(owner, own)),
      'its charges have taken of what it owes',
    );
    end(owner, stands);
    const expire = () => trader.apply({ type: 'orders.expire', accountId: by });
    if (isSweptFirst) expire();
    trader.apply({ type: 'order.cancel', accountId: by, orderId: own.id });
    expire();
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    return [trader.house('demo', 'intraday', INR), trader.balance({ by, ...CASH })];
  };
  assert.deepEqual(paid(false), paid(true));
  assert.notDeepEqual(paid(false, 'endedCountNoMore'), paid(true, 'endedCountNoMore'));
});
