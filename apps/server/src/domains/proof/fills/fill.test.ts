import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import {
  checkFill,
  type FillCheck,
  type FillOpening,
  isFillDerived,
  logLeaf,
  orderMark,
  partHash,
  rowLeafHash,
  rowParts,
  sha256,
  textHasher,
} from '@tarazu/core/proof';
import { instrumentId, price, quantity, SEQUENCES_MASK } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  quoted,
  STEADY_COIN,
  STEADY_TICK,
  STOCK,
} from '#domains/orders/test-trader.ts';
import { statement } from '#platform/database/pool.ts';
import { type TestReply, textOf } from '#test-app.ts';

const trader = await openTrader({ headsEveryMs: 0 });
const asha = await trader.enter();
const ravi = await trader.enter();

async function openingOf(customer: Customer, fillId: string): Promise<FillOpening> {
  return OPERATIONS.fillEvidence.output.parse(await customer.read('fillEvidence', { id: fillId })).opening;
}

const stateOf = (checks: readonly FillCheck[]) =>
  Object.fromEntries(checks.map(({ name, state }) => [name, state]));
const ALL_AGREE = {
  entry: 'agrees',
  book: 'agrees',
  priority: 'agrees',
  limit: 'agrees',
  value: 'agrees',
  charges: 'agrees',
};

test('each fill with the market maker is derived from its row: shares and coins, bought and sold, in one part or several', async () => {
  await quoted(trader, STOCK);
  await quoted(trader, COIN);
  const orders = [
    await asha.stock('buy', { quantity: '3' }),
    await asha.stock('sell', { quantity: '2' }),
    await asha.coin('buy', { quantity: '0.07' }),
    await asha.coin('sell', { quantity: '0.02' }),
  ];
  orders.push(await buyThroughLevels());
  let count = 0;
  for (const reply of orders) {
    const { fills } = placed(reply);
    assert.ok(fills.length > 0, 'the market maker stands there');
    for (const fill of fills) {
      const opening = await openingOf(asha, textOf(fill, 'id'));
      assert.deepEqual(
        stateOf(checkFill(opening, sha256)),
        ALL_AGREE,
        JSON.stringify(checkFill(opening, sha256)),
      );
      count += 1;
    }
  }
  assert.ok(count > orders.length, 'one of them had several fills');
});

/**
 * A purchase that needs three levels of the market maker;
 * again when a tick of the market put others in their place.
 */
async function buyThroughLevels(): Promise<TestReply> {
  const tick = BigInt(Math.round(Number(trader.app.market.profile(STOCK).tickSize) * 100));
  for (let tries = 0; tries < 20; tries += 1) {
    const { asks } = trader.app.engine.book(instrumentId(STOCK), 'demo', 1);
    const best = asks[0]?.price ?? assert.fail('the market maker offers');
    const levels = [0n, tick, 2n * tick].map((dearer) => [price(best + dearer), quantity(1n)] as const);
    trader.app.engine.marketMaker([
      {
        type: 'marketMaker.quote',
        instrumentId: instrumentId(STOCK),
        environment: 'demo',
        bids: [],
        asks: levels,
      },
    ]);
    const reply = await asha.stock('buy', { quantity: '3' });
    if (placed(reply).fills.length === 3) return reply;
  }
  return assert.fail('never more than one level');
}

/**
 * A sale of Ravi's to Asha between the market maker's
 * quotes; again when a tick of the market came between them.
 */
async function meet(): Promise<string> {
  placed(await ravi.coin('buy', { instrumentId: STEADY_COIN, quantity: '1000' }));
  for (let tries = 0; tries < 20; tries += 1) {
    const book = OPERATIONS.coinBooks.output.parse(
      await asha.read('coinBooks', { instrumentId: STEADY_COIN }),
    );
    const [best] = book.bids[0] ?? assert.fail('the market maker bids');
    const between = (Number(best) + STEADY_TICK).toFixed(4);
    const terms = { instrumentId: STEADY_COIN, type: 'limit', quantity: '100' };
    const bid = { ...terms, validity: 'gtc', price: between };
    const { order } = placed(await asha.coin('buy', bid));
    const { fills } = placed(await ravi.coin('sell', { ...bid, validity: 'ioc' }));
    const met = fills.find(({ counterparty }) => counterparty === 'customer');
    if (met) return textOf(met, 'id');
    await asha.call('coinOrderClose', { id: textOf(order, 'id') });
  }
  return assert.fail('they never met');
}

test('a fill between customers is derived by both, and tells neither who the other is', async () => {
  await quoted(trader, STEADY_COIN);
  const id = await meet();
  for (const [one, other] of [
    [asha, ravi],
    [ravi, asha],
  ] as const) {
    const opening = await openingOf(one, id);
    const checks = checkFill(opening, sha256);
    assert.deepEqual(stateOf(checks), ALL_AGREE, JSON.stringify(checks));
    const session = await trader.app.accounts.sessions.find(other.token);
    assert.ok(typeof session !== 'string');
    assert.ok(!JSON.stringify(opening).includes(`"${session.accountId}"`), 'nothing of the other');
    const places = [...opening.met, ...opening.standing].map(({ priority }) => priority ?? 0.5);
    assert.ok(
      places.every((place) => !Number.isInteger(place)),
      'no number of an order (trial 34)',
    );
    assert.equal(opening.entry.text, undefined);
    await assertHidden(opening, session.accountId);
  }
});

/** A row in parts tells nothing of the other, and no hash that their ids could be tried against. */
async function assertHidden({ entry }: FillOpening, other: number): Promise<void> {
  const parts = entry.parts ?? assert.fail('the row is disclosed in parts');
  const [row] = await journalRow(trader.database.pool, [entry.sequence]);
  const { command, house_depth: marketMakerDepth, outcome } = row ?? assert.fail('the row is kept');
  const disclosed = JSON.stringify(parts.map((part) => part.disclosed?.text ?? ''));
  assert.ok(!disclosed.includes('leafSecret'), 'the secret of the row is disclosed to nobody');
  assert.ok(!disclosed.includes(`\\"accountId\\":${other},`), 'nothing of the other');
  const secretless = command.replace(/,"leafSecret":"[0-9a-f]{32}"/, '');
  assert.notEqual(secretless, command, 'the row has a secret of its own');
  const hashes = new Set([entry.leafHash, ...parts.map(({ hash }) => hash)]);
  const hidden = rowParts({ command, marketMakerDepth, outcome }).filter(
    ({ name }) => parts.find((part) => part.name === name)?.disclosed === undefined,
  );
  assert.ok(
    hidden.some(({ text }) => text.includes(`"accountId":${other},`)),
    'the other’s part is hidden',
  );
  const salts = [
    '',
    ...parts.flatMap((part) => (part.disclosed ? [part.disclosed.salt] : [])),
    '0'.repeat(64),
  ];
  for (let id = 0; id < IDS_TRIED; id += 1) {
    const tried = (text: string): string => text.replaceAll(`"accountId":${other},`, `"accountId":${id},`);
    const texts = { command: tried(secretless), marketMakerDepth, outcome: tried(outcome) };
    const leaf = rowLeafHash(sha256OfNode, { ...entry, parts: undefined, text: texts });
    assert.ok(leaf !== undefined && !hashes.has(leaf), 'the leaf is not that of the text');
    for (const { name, text } of hidden)
      for (const salt of salts)
        assert.ok(!hashes.has(partHash(textHasher(sha256OfNode), { name, text: tried(text), salt })), name);
  }
}

const IDS_TRIED = 64;
const sha256OfNode = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');
const journalRow = statement<{ command: string; house_depth: string; outcome: string }>(
  'test-journal-row',
  'select command, house_depth, outcome from journal where sequence = $1',
);

test('whatever of an opening is changed, the check says which part differs', async () => {
  await quoted(trader, STOCK);
  const { fills } = placed(await asha.stock('buy', { quantity: '5' }));
  const opening = await openingOf(asha, textOf(fills[0] ?? {}, 'id'));
  const { entry, own, fills: disclosed } = opening;
  const text = entry.text ?? assert.fail('own row');
  const [first] = disclosed;
  assert.ok(first);
  const dearer = String(BigInt(first.price) + 5n);
  const changes: readonly (readonly [string, FillOpening])[] = [
    ['entry', { ...opening, entry: { ...entry, atMs: entry.atMs + 1 } }],
    [
      'entry',
      { ...opening, entry: { ...entry, text: { ...text, command: text.command.replace('buy', 'sell') } } },
    ],
    ['entry', { ...opening, taker: { ...opening.taker, quantity: '4' } }],
    ['entry', { ...opening, quotes: opening.quotes.slice(1) }],
    ['book', { ...opening, fills: [{ ...first, price: dearer }, ...disclosed.slice(1)] }],
    ['book', { ...opening, quotes: opening.quotes.slice(1) }],
    ['book', { ...opening, fills: [] }],
    ['limit', { ...opening, own: { ...own, priceLimit: String(BigInt(first.price) - 5n) } }],
    ['value', { ...opening, own: { ...own, value: String(BigInt(own.value) + 1n) } }],
    ['charges', { ...opening, own: { ...own, charges: { ...own.charges, stampDuty: '99' } } }],
    [
      'charges',
      { ...opening, own: { ...own, rules: own.rules.replace(/"brokerage":"\d+"/, '"brokerage":"777"') } },
    ],
    ['charges', { ...opening, own: { ...own, ruleVersion: 'another' } }],
  ];
  assert.ok(isFillDerived(checkFill(opening, sha256)));
  for (const [name, changed] of changes) {
    const checks = checkFill(changed, sha256);
    assert.ok(!isFillDerived(checks), `${name} was changed`);
    const found = checks.find((check) => check.name === name);
    assert.equal(found?.state, 'differs', `${name}: ${JSON.stringify(checks)}`);
    assert.ok(found?.detail, 'and how');
  }
});

test('who stood there and was not filled is disclosed without a name, and a fill that passes over one is found', async () => {
  await quoted(trader, STEADY_COIN);
  const waits = { instrumentId: STEADY_COIN, type: 'limit', validity: 'gtc', quantity: '100' };
  placed(await ravi.coin('buy', { instrumentId: STEADY_COIN, quantity: '1000' }));
  const { opening } = await meetFirst(waits);
  const [behind, ...more] = opening.standing;
  assert.ok(behind && more.length === 0, 'the later one, and not the one that was filled');
  assert.equal(behind.quantity, '10000000000');
  assert.match(behind.mark, /^[0-9a-f]{64}$/);
  assert.match(behind.order, /^[0-9a-f]{24}$/, 'a name that tells nothing of whose it is');
  assert.deepEqual(Object.keys(behind).sort(), ['mark', 'order', 'price', 'priority', 'quantity']);
  const checks = checkFill(opening, sha256);
  assert.equal(stateOf(checks)['priority'], 'agrees', JSON.stringify(checks));
  for (const wrong of [
    { ...behind, priority: 0 },
    { ...behind, price: String(BigInt(behind.price) - 1n) },
  ]) {
    const verdict = checkFill({ ...opening, standing: [wrong] }, sha256).find(
      (one) => one.name === 'priority',
    );
    assert.equal(verdict?.state, 'differs', 'it stood ahead and was passed over');
  }
});

/**
 * Two sales of Ravi's between the market maker's quotes, and a purchase
 * of Asha's that fills the first; again when a tick came between.
 */
async function meetFirst(
  waits: Record<string, string>,
): Promise<{ readonly opening: FillOpening; readonly orders: readonly string[] }> {
  for (let tries = 0; tries < 20; tries += 1) {
    const book = OPERATIONS.coinBooks.output.parse(
      await asha.read('coinBooks', { instrumentId: STEADY_COIN }),
    );
    const [best] = book.asks[0] ?? assert.fail('the market maker offers');
    const price = (Number(best) - STEADY_TICK).toFixed(4);
    const orders = [
      placed(await ravi.coin('sell', { ...waits, price })),
      placed(await ravi.coin('sell', { ...waits, price })),
    ].map(({ order }) => textOf(order, 'id'));
    const { fills } = placed(await asha.coin('buy', { ...waits, validity: 'ioc', price }));
    const met = fills.find(({ counterparty }) => counterparty === 'customer');
    const opening = met && (await openingOf(asha, textOf(met, 'id')));
    for (const id of orders) await ravi.call('coinOrderClose', { id });
    if (opening?.standing.length === 1) return { opening, orders };
  }
  return assert.fail('they never met');
}

test('who was passed over knows the order by its mark, and no hash that others are told gives its place away (trial 34)', async () => {
  await quoted(trader, STEADY_COIN);
  placed(await ravi.coin('buy', { instrumentId: STEADY_COIN, quantity: '1000' }));
  const waits = { instrumentId: STEADY_COIN, type: 'limit', validity: 'gtc', quantity: '100' };
  const { opening, orders } = await meetFirst(waits);
  const sequence = Number(BigInt(orders[1] ?? '') & BigInt(SEQUENCES_MASK));
  await trader.app.proof.makeHead();
  const { markSecret } = OPERATIONS.proofOrderMark.output.parse(
    await ravi.read('proofOrderMark', { id: orders[1] ?? '' }),
  );
  const { leafHash, salt } = OPERATIONS.proofInclusion.output.parse(
    await ravi.read('proofInclusion', { sequence: String(sequence) }),
  );
  const [behind] = opening.standing;
  assert.equal(behind?.mark, orderMark(sha256, { fillSequence: opening.sequence, secret: markSecret }));
  assert.equal((await asha.call('proofOrderMark', { id: orders[1] ?? '' })).reason, 'NOT_FOUND');
  // A holder of the row beside it is told this one as a part of the way of their own.
  const leaf = logLeaf(sha256, { leafHash, salt });
  assert.ok(!JSON.stringify(opening).includes(leaf), 'its leaf in the log is not disclosed');
});

test('a maker is told the salt of the row that filled them, and can’t make the mark of its order (proof row 3)', async () => {
  await quoted(trader, STEADY_COIN);
  const fillId = await meet();
  await trader.app.proof.makeHead();
  const [sequence = ''] = fillId.split('-');
  const ofTaker = await proofOf(ravi, fillId);
  // The bid of Asha's was met by Ravi's sale: she is its maker, and may prove his row.
  const { salt } = OPERATIONS.proofInclusion.output.parse(await asha.read('proofInclusion', { sequence }));
  const { markSecret } = ofTaker.opening.own;
  assert.notEqual(salt, markSecret);
  assert.deepEqual(await ravi.read('proofOrderMark', { id: ofTaker.orderId }), { markSecret });
  assert.equal((await asha.call('proofOrderMark', { id: ofTaker.orderId })).reason, 'NOT_FOUND');
  const disclosed = JSON.stringify([
    await proofOf(asha, fillId),
    await asha.call('proofInclusion', { sequence }),
  ]);
  assert.ok(!disclosed.includes(markSecret), 'nothing that a maker is told has it');
});

const proofOf = async (customer: Customer, id: string) =>
  OPERATIONS.fillProof.output.parse(await customer.read('fillProof', { id }));

test('the mark of an order that another’s trade triggered is its owner’s to make, and not the other’s (proof row 2)', async () => {
  const [carol, dev] = [await trader.enter(), await trader.enter()];
  await quoted(trader, STEADY_COIN);
  for (const one of [dev, ravi])
    placed(await one.coin('buy', { instrumentId: STEADY_COIN, quantity: '5000' }));
  const { opening, orderId } = await standsTriggered({ carol, dev });
  await trader.app.proof.makeHead();
  const { rows } = await trader.database.pool.query<{ priority: string }>(
    'select priority from orders where order_id = $1',
    [orderId],
  );
  const sequence = String(rows[0]?.priority);
  const { salt } = OPERATIONS.proofInclusion.output.parse(await ravi.read('proofInclusion', { sequence }));
  const { markSecret } = OPERATIONS.proofOrderMark.output.parse(
    await asha.read('proofOrderMark', { id: orderId }),
  );
  const made = (secret: string) => orderMark(sha256, { fillSequence: opening.sequence, secret });
  const marks = opening.standing.map(({ mark }) => mark);
  assert.ok(marks.includes(made(markSecret)), 'its owner finds it');
  assert.ok(!marks.includes(made(salt)), 'who triggered it does not');
});

/** A stop of Asha's that Ravi's sale triggers, left standing behind Carol's bid, which Dev meets. */
async function standsTriggered({ carol, dev }: { readonly carol: Customer; readonly dev: Customer }) {
  const at = { instrumentId: STEADY_COIN, validity: 'gtc', quantity: '100' };
  for (let tries = 0; tries < 20; tries += 1) {
    placed(await ravi.coin('sell', { instrumentId: STEADY_COIN, quantity: '100' }));
    const book = OPERATIONS.coinBooks.output.parse(
      await asha.read('coinBooks', { instrumentId: STEADY_COIN }),
    );
    const price = (Number(book.bids[0]?.[0]) + STEADY_TICK).toFixed(4);
    const first = placed(await carol.coin('buy', { ...at, type: 'limit', quantity: '300', price }));
    const stop = await asha.coin('buy', { ...at, type: 'stopLimit', triggerPrice: price, price });
    placed(await ravi.coin('sell', { ...at, type: 'limit', validity: 'ioc', price }));
    const sold = await dev.coin('sell', { ...at, type: 'limit', validity: 'ioc', price });
    const met = placed(sold).fills.find(({ counterparty }) => counterparty === 'customer');
    const opening = met && (await openingOf(dev, textOf(met, 'id')));
    if (opening?.standing.length === 1 && stop.code === 0)
      return { opening, orderId: textOf(placed(stop).order, 'id') };
    await carol.call('coinOrderClose', { id: textOf(first.order, 'id') });
    if (stop.code === 0) await asha.call('coinOrderClose', { id: textOf(placed(stop).order, 'id') });
  }
  return assert.fail('it never stood there');
}

test('nobody opens a fill that is not theirs', async () => {
  const { fills } = placed(await asha.stock('buy', {}));
  const stranger = await trader.enter();
  assert.equal(
    (await stranger.call('fillEvidence', { id: textOf(fills[0] ?? {}, 'id') })).reason,
    'NOT_FOUND',
  );
});
