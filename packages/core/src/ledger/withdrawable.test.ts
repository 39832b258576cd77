import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { apply, checkInvariants } from '#engine.ts';
import { withdrawable } from '#ledger/withdrawable.ts';
import type { Fill } from '#model/order.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, START, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, DAY_MS, instantMs } from '#values/index.ts';

const CASH = { wallet: 'stock', asset: INR } as const;
const HOUR_MS = 3_600_000;

/** Somebody who sells and buys while days go by, and what his sales will have brought when. */
class Seller {
  readonly trader = new Trader();
  readonly by: AccountId = this.trader.open(1);
  readonly #proceeds: { readonly amount: bigint; readonly withdrawableAtMs: number }[] = [];

  at(atMs: number): void {
    this.trader.atMs = instantMs(atMs);
    const day = Math.floor((atMs - START) / DAY_MS);
    this.trader.apply({ type: 'rules.set', session: sessionOfDay(day) });
  }

  quote(share: typeof ARUNA, size: bigint): void {
    const middle = share === ARUNA ? 50_000n : 100n;
    this.note(
      this.trader.quote(share, { bids: [[middle, size]], asks: [[middle + 5n, size]] }).changes.fills,
    );
  }

  sell(share: typeof ARUNA, size: bigint, at?: bigint): void {
    const { by } = this;
    this.note(this.trader.sell(share, { by, size, ...(at !== undefined && { at }) }).changes.fills);
  }

  note(fills: readonly Fill[]): void {
    const { proceedsWithdrawableAtMs } = sessionOfDay(Math.floor((this.trader.atMs - START) / DAY_MS));
    for (const { taker, maker, takerSide, value } of fills) {
      const seller = takerSide === 'sell' ? taker : maker;
      if (!seller.isMarketMaker)
        this.#proceeds.push({ amount: value - seller.charges, withdrawableAtMs: proceedsWithdrawableAtMs });
    }
  }

  settle(): void {
    this.trader.apply({ type: 'lots.settle', accountId: this.by });
  }

  bucket(bucket: 'available' | 'held' | 'unsettled'): bigint {
    return this.trader.balance({ by: this.by, ...CASH, bucket });
  }

  withdrawable(): bigint {
    return this.withdrawableOf('stock');
  }

  withdrawableOf(wallet: 'stock' | 'spot'): bigint {
    const { state, atMs } = this.trader;
    const account = state.accountSide.accounts.get(this.by);
    assert.ok(account);
    return withdrawable(account, { wallet, assetId: INR }, atMs);
  }

  /** All his money that is not held, less what sales brought and no settlement has delivered. */
  delivered(): bigint {
    const coming = this.#proceeds
      .filter(({ withdrawableAtMs }) => withdrawableAtMs > this.trader.atMs)
      .reduce((sum, { amount }) => sum + amount, 0n);
    const left = this.bucket('available') + this.bucket('unsettled') - coming;
    return left > 0n ? left : 0n;
  }
}

test('of a sale four fifths are usable at once, and nothing may be withdrawn until it is delivered', () => {
  const seller = new Seller();
  const before = seller.withdrawable();
  assert.equal(before, 100_000_000n, 'what was granted');
  seller.quote(ARUNA, 100n);
  seller.sell(ARUNA, 100n);
  assert.ok(seller.bucket('available') > before && seller.bucket('unsettled') > 0n);
  assert.equal(seller.withdrawable(), before);
  const { proceedsUsableAtMs, proceedsWithdrawableAtMs } = sessionOfDay(0);
  seller.at(proceedsUsableAtMs);
  seller.settle();
  assert.equal(seller.bucket('unsettled'), 0n);
  assert.equal(seller.withdrawable(), before, 'all of it is usable, and none is delivered');
  seller.trader.state = reload(seller.trader.state);
  assert.equal(seller.withdrawable(), before, 'and a restart knows it');
  seller.at(proceedsWithdrawableAtMs - 1);
  assert.equal(seller.withdrawable(), before);
  seller.at(proceedsWithdrawableAtMs);
  assert.equal(seller.withdrawable(), seller.bucket('available'), 'time alone delivers');
  seller.settle();
  assert.equal(seller.withdrawable(), seller.bucket('available'));
  const lots = seller.trader.state.accountSide.accounts.get(seller.by)?.holdings.lots.get(INR);
  assert.deepEqual(lots, [], 'a lot that was delivered is let go');
  const hash = stateHash(seller.trader.state);
  seller.settle();
  assert.equal(stateHash(seller.trader.state), hash);
});

test('what was spent or is held may not be withdrawn: spending takes what may be withdrawn first', () => {
  const seller = new Seller();
  seller.quote(ARUNA, 200n);
  seller.sell(ARUNA, 100n);
  const before = seller.withdrawable();
  const { by, trader } = seller;
  const held = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n })).state;
  assert.ok('held' in held);
  assert.equal(seller.withdrawable(), before - held.held);
  trader.buy(ARUNA, { by, at: 50_005n, size: 190n });
  assert.equal(seller.withdrawable(), seller.delivered());
  assert.ok(seller.withdrawable() < before - held.held);
});

test('what coins brought may be withdrawn at once: it has no lots', () => {
  const seller = new Seller();
  seller.quote(ARUNA, 100n);
  seller.sell(ARUNA, 100n);
  assert.equal(seller.withdrawableOf('spot'), 100_000_000n);
});

type Act = (seller: Seller, size: bigint) => void;

const ACTS: Readonly<Record<string, Act>> = {
  quote: (seller, size) => seller.quote(ARUNA, size),
  sell: (seller, size) => seller.sell(ARUNA, size),
  buy: ({ trader, by }, size) => void trader.buy(ARUNA, { by, at: 50_005n, size }),
  rest: ({ trader, by }, size) => void trader.buy(ARUNA, { by, at: 49_000n, size }),
  wait: (seller, size) => seller.at(seller.trader.atMs + Number(size) * HOUR_MS),
  settle: (seller) => seller.settle(),
  cancel: ({ trader, by }) => void trader.apply({ type: 'order.cancelAll', accountId: by }),
  // A sale that fills a share at a time, so that its charges meet what still waits.
  tiny(seller) {
    seller.sell(BHUMI, 600n, 100n);
    for (const part of [1n, 20n, 1n, 400n, 1n]) seller.quote(BHUMI, part);
  },
};
const STEP = fc.record({
  act: fc.constantFrom(...Object.entries(ACTS)),
  size: fc.bigInt({ min: 1n, max: 40n }),
});

test('whatever is sold, bought, held and waited for: never below nothing, above what is available, or undelivered', () => {
  fc.assert(
    fc.property(fc.array(STEP, { maxLength: 40 }), (steps) => {
      const seller = new Seller();
      for (const { act, size } of steps) {
        const [does, by] = act;
        by(seller, size);
        const amount = seller.withdrawable();
        assert.ok(amount >= 0n && amount <= seller.bucket('available'), `${amount} after ${does}`);
        assert.ok(amount <= seller.delivered(), `${amount} after ${does}, delivered ${seller.delivered()}`);
      }
      seller.settle();
      assert.equal(seller.withdrawable(), seller.delivered(), 'what is delivered may be withdrawn');
      assert.deepEqual(checkInvariants(seller.trader.state, { allLoaded: true }), []);
      assert.equal(stateHash(reload(seller.trader.state)), stateHash(seller.trader.state));
    }),
    { numRuns: 150 },
  );
});

test('charges that take all that waits of a sale do not let the rest of it be withdrawn sooner', () => {
  const seller = new Seller();
  const { trader, by } = seller;
  seller.quote(BHUMI, 500n);
  seller.sell(BHUMI, 200n, 100n);
  trader.quote(BHUMI, {});
  trader.atMs = instantMs(START + DAY_MS - 60_000);
  const validity = { validity: 'ttl', conditions: { ttlMinutes: 120 } } as const;
  seller.note(trader.sell(BHUMI, { by, at: 96n, size: 2_000n, ...validity }).changes.fills);
  const filled = (size: bigint) => {
    const { changes } = trader.quote(BHUMI, { bids: [[96n, size]] });
    seller.note(changes.fills);
    return changes.lots.find(({ kind }) => kind === 'proceeds');
  };
  filled(1_546n);
  seller.at(START + DAY_MS);
  seller.settle();
  const before = seller.withdrawable();
  // The depository takes nearly all of the new day's first fill, and the next tax a rupee more.
  assert.deepEqual([filled(16n)?.amountLeft, filled(1n)?.amountLeft], [1n, 1n]);
  assert.equal(seller.bucket('unsettled'), 0n, 'nothing waits to be usable');
  assert.deepEqual([seller.withdrawable(), seller.delivered()], [before, before]);
  seller.trader.state = reload(seller.trader.state);
  assert.equal(seller.withdrawable(), before);
  assert.deepEqual(checkInvariants(seller.trader.state, { allLoaded: true }), []);
});

test('a sale of before the rule settles as it did, and a newer command knows what of it is to be delivered', () => {
  const settled = (rulesVersion: number) => {
    const seller = new Seller();
    seller.quote(ARUNA, 100n);
    seller.sell(ARUNA, 100n);
    seller.at(sessionOfDay(0).proceedsUsableAtMs);
    const { state, atMs } = seller.trader;
    const command = { type: 'lots.settle', accountId: seller.by } as const;
    const { lots } = apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion }).changes;
    return lots.map(({ amountLeft, amountOriginal }) => amountLeft === amountOriginal);
  };
  const before = RULE_CHANGES.indexOf('proceedsUntilDelivered');
  assert.deepEqual([settled(before), settled(before + 1)], [[false], [true]]);
});
