import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvariants, decodeCommand, encodeCommand } from '#engine.ts';
import type { CorrectionPost } from '#model/commands/account-commands.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay, USDT } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, amount, systemClientId } from '#values/index.ts';

let corrections = 0;

function correction(by: AccountId, units: bigint, more: Partial<CorrectionPost> = {}): CorrectionPost {
  corrections += 1;
  return {
    type: 'correction.post',
    accountId: by,
    clientId: systemClientId(`correction-${corrections}`),
    contentHash: 'content',
    direction: 'toAccount',
    house: 'corrections',
    wallet: 'stock',
    assetId: INR,
    amount: amount(units),
    ruleVersion: 'correction-2026-04-01',
    ...more,
  };
}

function sound(trader: Trader): void {
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
}

test('a correction is one balanced posting against the ledger account that it names, once by its id', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const had = trader.balance({ by, wallet: 'stock', asset: INR });
  const command = correction(by, 250_00n);
  const { changes } = trader.apply(command);
  assert.deepEqual(
    changes.postings.map(({ kind, amount: moved, from, to, ruleVersion }) => [
      kind,
      moved,
      from,
      to,
      ruleVersion,
    ]),
    [
      [
        ...['correction', 250_00n, { house: 'corrections' }],
        ...[{ accountId: by, wallet: 'stock', bucket: 'available' }, 'correction-2026-04-01'],
      ],
    ],
  );
  assert.ok(trader.apply(command).duplicate);
  assert.equal(codeOf(trader.apply({ ...command, contentHash: 'other' })), 'CLIENT_ID_REUSED');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR }), had + 250_00n);
  trader.apply(correction(by, 50_00n, { direction: 'fromAccount', house: 'outside' }));
  trader.apply(correction(by, 7n, { wallet: 'spot', assetId: USDT }));
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR }), had + 200_00n);
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  sound(trader);
});

test('it takes no more than is free, moves money alone, and a refusal changes nothing', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const sub = trader.openSub(21, { parentId: by, purpose: 'robot' });
  trader.apply({ type: 'rules.set', session: sessionOfDay(0) });
  trader.buy(ARUNA, { by, at: 50_000n, size: 10n });
  const free = trader.balance({ by, wallet: 'stock', asset: INR });
  const out = { direction: 'fromAccount' } as const;
  const refusals: readonly (readonly [string, CorrectionPost])[] = [
    ['INSUFFICIENT_FUNDS', correction(by, free + 1n, out)],
    ['INSUFFICIENT_FUNDS', correction(by, 10_000_000_000_00n, out)],
    ['QUANTITY_MIN', correction(by, 0n)],
    ['QUANTITY_MIN', correction(by, -1n)],
    ['INSTRUMENT_UNKNOWN', correction(by, 1n, { assetId: ARUNA.baseAsset })],
    ['INSTRUMENT_UNKNOWN', correction(by, 1n, { wallet: 'perpetual' })],
    ['ACCOUNT_UNKNOWN', correction(sub, 1n)],
  ];
  for (const [code, command] of refusals) {
    const applied = trader.apply(command);
    assert.equal(codeOf(applied), code);
    assert.ok(
      Object.values(applied.changes).every(({ length }) => length === 0),
      code,
    );
  }
  assert.equal(codeOf(trader.apply(correction(by, free, out))), 'done', 'to the last unit');
  trader.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  assert.equal(codeOf(trader.apply(correction(by, 5n))), 'done', 'frozen');
  trader.apply({ type: 'account.set', accountId: by, status: 'closed' });
  assert.equal(codeOf(trader.apply(correction(by, 5n))), 'ACCOUNT_FROZEN');
  sound(trader);
});
