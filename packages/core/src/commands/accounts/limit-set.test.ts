import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  apply,
  checkInvariants,
  decodeCommand,
  encodeCommand,
  snapshotAccount,
  unloadAccount,
} from '#engine.ts';
import type { LimitSet } from '#model/commands/limit-commands.ts';
import type { Applied } from '#model/outcome.ts';
import { LOOSENS_AFTER_MS } from '#model/own-limit.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_USDT, INR } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import {
  type AccountId,
  amount,
  DAY_MS,
  HOUR_MS,
  instantMs,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

type Wanted = Pick<LimitSet, 'name' | 'assetId' | 'usedBefore'> & {
  readonly value?: bigint;
  readonly onlyStricter?: boolean;
};

function limited(trader: Trader, by: AccountId, { value, onlyStricter = false, ...wanted }: Wanted): Applied {
  return trader.apply({
    ...{ type: 'limit.set', accountId: by, offsetMinutes: 330, onlyStricter, ...wanted },
    ...(value !== undefined && { value: amount(value) }),
  });
}

const limitsOf = (trader: Trader, by: AccountId) => snapshotAccount(trader.state, by)?.ownLimits ?? [];
const refusalOf = ({ outcome }: Applied) => (outcome.ok ? undefined : outcome.refusal);

function sound(trader: Trader): void {
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
}

/** A person with shares, in a market that trades. */
function person(): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 10_000n]], bids: [[49_000n, 10_000n]] });
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 100_000_000n]], bids: [[5_900_000n, 100_000_000n]] });
  return { trader, by };
}

test('self-exclusion: nothing opens in any product, what stood is cancelled, closing goes on until it ends', () => {
  const { trader, by } = person();
  trader.buy(ARUNA, { by, size: 10n, product: 'intraday' });
  const buying = orderOf(trader.buy(ARUNA, { by, at: 46_000n, size: 1n }));
  const selling = orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 1n }));
  const closing = orderOf(trader.sell(ARUNA, { by, at: 54_500n, size: 4n, product: 'intraday' }));
  const endsAtMs = trader.atMs + 7 * DAY_MS;
  const shut = limited(trader, by, { name: 'exclusion', value: BigInt(endsAtMs) });
  assert.deepEqual(
    shut.changes.orders.map(({ id, state }) => [id, state.name]),
    [[buying.id, 'cancelled']],
  );
  const open = snapshotAccount(trader.state, by)?.orders.map(({ id }) => id);
  assert.deepEqual(open, [selling.id, closing.id]);
  const buy = trader.buy(ARUNA, { by, size: 1n });
  assert.deepEqual(refusalOf(buy), { code: 'OWN_EXCLUSION', detail: { untilMs: String(endsAtMs) } });
  assert.equal(codeOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: 100_000n })), 'OWN_EXCLUSION');
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 7n, product: 'intraday' })), 'OWN_EXCLUSION');
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 6n, product: 'intraday' })), 'order', 'this closes');
  assert.equal(codeOf(trader.sell(BTC_USDT, { by, size: 100_000n })), 'order');
  assert.equal(codeOf(trader.buy(ARUNA, { by, size: 1n, agent: 'staff' })), 'order', 'a rule acts');
  assert.equal(codeOf(limited(trader, by, { name: 'exclusion' })), 'OWN_LIMIT_LOOSER', 'it ends by itself');
  const sooner = { name: 'exclusion', value: BigInt(endsAtMs - 1) } as const;
  assert.equal(codeOf(limited(trader, by, sooner)), 'OWN_LIMIT_LOOSER');
  sound(trader);
  trader.atMs = instantMs(endsAtMs);
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 46_000n, size: 1n })), 'order');
});

test('locked hours: nothing new and no larger order, while cancelling, lowering and selling go on', () => {
  const { trader, by } = person();
  const resting = orderOf(trader.buy(ARUNA, { by, at: 46_000n, size: 5n }));
  const change = (units: bigint) => {
    const clientId = parseClientId(`change-to-${units}`) ?? assert.fail();
    const named = { accountId: by, clientId, contentHash: 'content', orderId: resting.id };
    return codeOf(trader.apply({ type: 'order.modify', ...named, quantity: quantity(units) }));
  };
  const slot = Math.floor(((trader.atMs + 330 * 60_000) % DAY_MS) / (HOUR_MS / 2));
  limited(trader, by, { name: 'nightLock', value: 1n << BigInt(slot) });
  assert.equal(codeOf(trader.buy(ARUNA, { by, size: 1n })), 'OWN_HOURS');
  const ends = { opensAtMs: String(Math.floor(trader.atMs / (HOUR_MS / 2) + 1) * (HOUR_MS / 2)) };
  assert.deepEqual(refusalOf(trader.buy(ARUNA, { by, size: 1n }))?.detail, ends);
  assert.equal(change(6n), 'OWN_HOURS');
  assert.equal(change(4n), 'order');
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 1n })), 'order');
  trader.atMs = instantMs(Number(ends.opensAtMs));
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 46_000n, size: 1n })), 'order');
  sound(trader);
});

test('the loss of a day counts what was sold and what is open at the mark, and begins with the day again', () => {
  const { trader, by } = person();
  limited(trader, by, { name: 'dayLoss', assetId: INR, value: 500_00n });
  const buy = () => codeOf(trader.buy(ARUNA, { by, at: 46_000n, size: 1n, validity: 'ioc' }));
  trader.buy(ARUNA, { by, size: 40n, product: 'intraday' });
  trader.sell(ARUNA, { by, size: 20n, product: 'intraday' });
  const [row] = limitsOf(trader, by);
  const profit = snapshotAccount(trader.state, by)?.intraday[0]?.profitRealised ?? 0n;
  assert.ok(profit < -200_00n && profit > -300_00n);
  assert.equal(row?.used, profit, 'what the closing of a part has cost, with its charges');
  assert.equal(buy(), 'order');
  const mark = (priceMark: bigint) => {
    trader.atMs = instantMs(trader.atMs + 1_000);
    const marks = [{ instrumentId: ARUNA.id, priceMark: price(priceMark), atMs: trader.atMs }];
    assert.equal(codeOf(trader.apply({ type: 'prices.mark', marks })), 'done');
  };
  mark(48_000n);
  const refused = trader.buy(ARUNA, { by, at: 46_000n, size: 1n });
  assert.deepEqual(refusalOf(refused), { code: 'OWN_LOSS', detail: { limit: '500.00', asset: 'INR' } });
  assert.equal(codeOf(trader.buy(BTC_USDT, { by, at: 6_000_000n, size: 100_000n })), 'order', 'in USDT');
  mark(49_900n);
  assert.equal(buy(), 'order');
  trader.sell(ARUNA, { by, size: 20n, product: 'intraday' });
  trader.sell(ARUNA, { by, size: 10n });
  limited(trader, by, { name: 'dayLoss', assetId: INR, value: 1_00n });
  assert.equal(buy(), 'OWN_LOSS');
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 1n })), 'order');
  trader.atMs = instantMs(trader.atMs + DAY_MS);
  assert.equal(buy(), 'order');
  sound(trader);
});

test('what a day had lost before the limit was set counts once', () => {
  const { trader, by } = person();
  const before = { name: 'dayLoss', assetId: INR, usedBefore: amount(-600_00n) } as const;
  limited(trader, by, { ...before, value: 500_00n });
  assert.equal(codeOf(trader.buy(ARUNA, { by, size: 1n })), 'OWN_LOSS');
  limited(trader, by, { ...before, value: 500_00n });
  assert.equal(limitsOf(trader, by)[0]?.used, -600_00n);
});

test('orders of a day that open are counted, legs of a basket too; those that close are not', () => {
  const { trader, by } = person();
  limited(trader, by, { name: 'dayOrders', value: 3n });
  const leg = (side: 'buy' | 'sell', at: bigint) => {
    const {
      clientId: _id,
      contentHash: _hash,
      accountId: _by,
      type: _type,
      ...one
    } = trader.command(side, ARUNA, { by, at, size: 1n });
    return one;
  };
  const basket = (name: string, legs: ReturnType<typeof leg>[]) =>
    trader.apply({
      type: 'order.basket',
      accountId: by,
      clientId: parseClientId(name) ?? assert.fail(),
      contentHash: name,
      legs,
    });
  const four = Array.from({ length: 4 }, () => leg('buy', 46_000n));
  assert.equal(codeOf(basket('basket-four', four)), 'OWN_ORDERS');
  assert.equal(limitsOf(trader, by)[0]?.used, 0n, 'none of a refused basket counts');
  assert.equal(codeOf(basket('basket-two', [...four.slice(0, 2), leg('sell', 54_000n)])), 'basket');
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 46_500n, size: 1n })), 'order');
  const refused = trader.buy(ARUNA, { by, at: 46_500n, size: 1n });
  assert.deepEqual(refusalOf(refused), { code: 'OWN_ORDERS', detail: { limit: '3' } });
  assert.equal(codeOf(trader.sell(ARUNA, { by, at: 54_000n, size: 1n })), 'order');
  sound(trader);
  trader.state = reload(trader.state);
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 46_500n, size: 1n })), 'OWN_ORDERS', 'after a restart');
});

test('a cap of leverage refuses what is traded on a smaller margin', () => {
  const { trader, by } = person();
  const intraday = () => trader.buy(ARUNA, { by, at: 46_000n, size: 1n, product: 'intraday' });
  limited(trader, by, { name: 'leverage', value: 5n });
  assert.equal(codeOf(intraday()), 'order');
  limited(trader, by, { name: 'leverage', value: 4n });
  assert.deepEqual(refusalOf(intraday()), { code: 'OWN_LEVERAGE', detail: { limit: '4', leverage: '5' } });
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 46_000n, size: 1n })), 'order', 'paid in full');
  sound(trader);
});

test('a looser value waits a day without anybody’s doing, and is refused where only a stricter was meant', () => {
  const { trader, by } = person();
  limited(trader, by, { name: 'dayOrders', value: 1n });
  trader.buy(ARUNA, { by, at: 46_000n, size: 1n });
  const strictly = { name: 'dayOrders', value: 9n, onlyStricter: true } as const;
  assert.equal(codeOf(limited(trader, by, strictly)), 'OWN_LIMIT_LOOSER');
  assert.equal(limitsOf(trader, by)[0]?.nextFromMs, undefined, 'a refusal changes nothing');
  limited(trader, by, { name: 'dayOrders', value: 9n });
  trader.atMs = instantMs(trader.atMs + LOOSENS_AFTER_MS - 1);
  trader.buy(ARUNA, { by, at: 46_000n, size: 1n });
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 46_000n, size: 1n })), 'OWN_ORDERS');
  trader.state = reload(trader.state);
  trader.atMs = instantMs(trader.atMs + 1);
  assert.equal(codeOf(trader.buy(ARUNA, { by, at: 46_000n, size: 1n })), 'order');
  sound(trader);
});

test('nonsense is refused and changes nothing', () => {
  const { trader, by } = person();
  const sub = trader.openSub(21, { parentId: by, purpose: 'robot' });
  for (const [code, wanted, of] of [
    ['OWN_LIMIT_UNFIT', { name: 'dayOrders', value: 0n }, by],
    ['OWN_LIMIT_UNFIT', { name: 'dayOrders', value: 1n, assetId: INR }, by],
    ['OWN_LIMIT_UNFIT', { name: 'dayLoss', value: 1n }, by],
    ['OWN_LIMIT_UNFIT', { name: 'exclusion', value: 5n }, by],
    ['AGENT_NOT_ALLOWED', { name: 'dayOrders', value: 1n }, sub],
    ['ACCOUNT_UNKNOWN', { name: 'dayOrders', value: 1n }, 99 as AccountId],
  ] as const) {
    const applied = limited(trader, of, wanted);
    assert.equal(codeOf(applied), code);
    assert.ok(Object.values(applied.changes).every(({ length }) => length === 0));
  }
  trader.apply({ type: 'account.set', accountId: by, status: 'closed' });
  assert.equal(codeOf(limited(trader, by, { name: 'dayOrders', value: 1n })), 'ACCOUNT_FROZEN');
});

test('limits of the head hold and count for its family, whose head then stays in memory', () => {
  const { trader, by: head } = person();
  const sub = trader.openSub(21, { parentId: head, purpose: 'robot' });
  trader.transfer({ accountId: head, subAccountId: sub, wallet: 'stock', assetId: INR, units: 200_000_00n });
  const buy = () => codeOf(trader.buy(ARUNA, { by: sub, size: 20n, agent: 'robot', product: 'intraday' }));
  limited(trader, head, { name: 'dayOrders', value: 2n });
  limited(trader, head, { name: 'dayLoss', assetId: INR, value: 150_00n });
  assert.equal(unloadAccount(trader.state, head), false);
  assert.equal(buy(), 'order');
  trader.sell(ARUNA, { by: sub, size: 20n, agent: 'robot', product: 'intraday' });
  assert.ok((limitsOf(trader, head).find(({ name }) => name === 'dayLoss')?.used ?? 0n) < -150_00n);
  assert.equal(buy(), 'OWN_LOSS');
  assert.equal(codeOf(trader.buy(ARUNA, { by: head, size: 1n })), 'OWN_LOSS');
  limited(trader, head, { name: 'exclusion', value: BigInt(trader.atMs + DAY_MS) });
  assert.equal(buy(), 'OWN_EXCLUSION');
  const more = { accountId: head, subAccountId: sub, wallet: 'stock', assetId: INR, units: 1_00n } as const;
  assert.equal(codeOf(trader.transfer(more)), 'OWN_EXCLUSION');
  assert.equal(codeOf(trader.transfer({ ...more, back: true })), 'done');
  sound(trader);
});

test('a command of a limit is read as it was written', () => {
  for (const more of [{}, { assetId: INR, value: amount(5n), usedBefore: amount(-7n) }]) {
    const command: LimitSet = {
      ...{ type: 'limit.set', accountId: 1 as AccountId, name: 'dayLoss', onlyStricter: true },
      offsetMinutes: -180,
      ...more,
    };
    assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  }
});

test('a purchase that one in steps is to meet is filled by it still, and its rest ends with the break', () => {
  const bought = (rulesVersion: number): [bigint, string | undefined] => {
    const trader = new Trader();
    const [by, seller, others] = [trader.open(1), trader.open(2), trader.open(3)];
    for (let nth = 0; nth < 60; nth += 1) orderOf(trader.buy(BHUMI, { by: others, at: 100n, size: 10n }));
    const own = orderOf(trader.buy(BHUMI, { by, at: 99n, size: 100n }));
    orderOf(trader.sell(BHUMI, { by: seller, at: 99n, size: 610n }));
    const book = trader.state.instrumentSide.books.get(BHUMI.id)?.demo;
    assert.ok(book?.taking, 'it takes in steps');
    const until = { name: 'exclusion', value: amount(BigInt(trader.atMs + 7 * DAY_MS)) } as const;
    const command = {
      type: 'limit.set',
      accountId: by,
      offsetMinutes: 330,
      onlyStricter: false,
      ...until,
    } as const;
    apply(trader.state, {
      sequence: trader.state.lastSequence + 1,
      atMs: trader.atMs,
      command,
      rulesVersion,
    });
    while (book.sweeps.length > 0) trader.apply({ type: 'sweep.step' });
    trader.quote(BHUMI, { asks: [[99n, 1_000n]] });
    sound(trader);
    const row = snapshotAccount(trader.state, by)?.orders.find(({ id }) => id === own.id);
    const shares = snapshotAccount(trader.state, by)?.positions.find((one) => one.instrumentId === BHUMI.id);
    return [shares?.quantity ?? 0n, row?.state.name];
  };
  const [before, after] = [bought(RULE_CHANGES.indexOf('exclusionEndsHeld')), bought(RULES_VERSION)];
  assert.deepEqual([before[0] - after[0], after[1]], [90n, undefined]);
});
