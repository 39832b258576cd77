import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { before, test } from 'node:test';
import {
  bytesOfHex,
  checkFillProof,
  type FillProof,
  type Held,
  headHash,
  hexOf,
  type LogHead,
  partsLeafHash,
  proofVerdict,
  type SentOrder,
  sentContentHash,
  sha256,
  textHasher,
} from '@tarazu/core/proof';
import { OPERATIONS } from '@tarazu/protocol';
import {
  type Customer,
  openTrader,
  placed,
  quoted,
  STEADY_COIN,
  STEADY_TICK,
  STOCK,
} from '#domains/orders/test-trader.ts';
import { checkFillSays, type Forgery } from '#domains/proof/fills/test-forger.ts';
import { isSignedBy } from '#platform/secrets/signing-key.ts';
import { textOf } from '#test-app.ts';

/*
 * Each part of what a server tells of a fill, forged in turn:
 * the app's check and the command line must say no to every one.
 */

const trader = await openTrader({ headsEveryMs: 0 });
const asha = await trader.enter();
let kept: LogHead;

const bytes = (hex: string): Uint8Array => bytesOfHex(hex) ?? new Uint8Array();
const signatureOf: Held['signatureOf'] = ({ publicKey, hash, signature }) =>
  isSignedBy(bytes(publicKey), bytes(hash), bytes(signature)) ? 'valid' : 'invalid';

before(async () => {
  await quoted(trader, STOCK);
  placed(await asha.stock('buy', {}));
  kept = (await trader.app.proof.makeHead()) ?? assert.fail('something was written');
});

/**
 * Proofs that somebody keeps of an order that they sent: the
 * content, the receipt of the answer, and the head of before.
 */
function heldAfter(sent: SentOrder, receipt: Held['receipt']): Held {
  return {
    content: sentContentHash(sha256, sent),
    receipt,
    head: kept,
    publicKey: kept.publicKey,
    signatureOf,
  };
}

async function proofOf(customer: Customer, id: string): Promise<FillProof> {
  return OPERATIONS.fillProof.output.parse(
    await customer.read('fillProof', { id, from: String(kept.number) }),
  );
}

/** A purchase that fills, with all that its owner holds and is given. */
async function bought(): Promise<{ readonly proof: FillProof; readonly held: Held }> {
  const fields = {
    clientId: asha.clientId(),
    instrumentId: STOCK,
    type: 'market',
    validity: 'ioc',
    quantity: '5',
  };
  const reply = await asha.call('stockBuy', fields);
  const { fills } = placed(reply);
  const { receipt } = OPERATIONS.stockBuy.output.parse(reply.data);
  await trader.app.proof.makeHead();
  const proof = await proofOf(asha, textOf(fills[0] ?? {}, 'id'));
  return { proof, held: heldAfter({ call: 'stockBuy', fields }, receipt) };
}

/** A basket of two legs, of which the second is asked about. */
async function basket(): Promise<{ readonly proof: FillProof; readonly held: Held }> {
  const legs = JSON.stringify(
    [STOCK, 'NSE_SIM:VEGAVAN'].map((instrumentId) => ({
      instrumentId,
      side: 'buy',
      type: 'market',
      quantity: '1',
    })),
  );
  const fields = { clientId: asha.clientId(), legs };
  const reply = OPERATIONS.basketPlace.output.parse(await asha.read('basketPlace', fields));
  const fill = reply.legs[1]?.fills?.[0] ?? assert.fail(JSON.stringify(reply));
  await trader.app.proof.makeHead();
  return {
    proof: await proofOf(asha, fill.id),
    held: heldAfter({ call: 'basketPlace', fields }, reply.receipt),
  };
}

const isProved = (proof: FillProof, held: Held): boolean =>
  proofVerdict(checkFillProof(sha256, proof, held)) === 'proved';

/** Both ways must say no, and the app's must name the step. */
async function assertRefused({ name, step, proof }: Forgery, held: Held): Promise<void> {
  const checks = checkFillProof(sha256, proof, held);
  assert.equal(proofVerdict(checks), 'wrong', `${name}: ${JSON.stringify(checks)}`);
  assert.equal(
    checks.find((one) => one.name === step)?.state,
    'differs',
    `${name}: ${JSON.stringify(checks)}`,
  );
  const said = await checkFillSays(proof, held);
  assert.equal(said.status, 1, `${name}: ${said.text}`);
  assert.match(said.text, new RegExp(`${step} +differs`), name);
  assert.match(said.text, /NOT what the journal gives/, `${name}: ${said.text}`);
}

/**
 * The text of a row with something else in it, under the hash that it then has: only what is held can tell.
 */
function rewritten(proof: FillProof, change: (text: string) => string): FillProof {
  const { entry } = proof.opening;
  const text = entry.text ?? assert.fail('own row');
  const { sequence, atMs } = entry;
  const changed = { ...text, command: change(text.command), outcome: change(text.outcome) };
  const { command, outcome } = changed;
  const depth = Object.values(changed)[1];
  const leafHash = hexOf(sha256(Buffer.from(`${sequence}\n${atMs}\n${command}\n${depth}\n${outcome}`)));
  const other = { sequence, atMs, leafHash, text: changed };
  return { ...proof, order: other, opening: { ...proof.opening, entry: other } };
}

/** A head that says what somebody likes, signed by a key of their own. */
function headBy(head: LogHead, says: Partial<LogHead>): LogHead {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const next = { ...head, ...says, publicKey: Buffer.from(x, 'base64url').toString('hex') };
  const hash = headHash(sha256, next);
  return { ...next, hash, signature: sign(null, bytes(hash), privateKey).toString('hex') };
}

test('the whole way of a fill is green from the order that was sent to a head that continues the kept one (trial 16)', async () => {
  const { proof, held } = await bought();
  const checks = checkFillProof(sha256, proof, held);
  assert.ok(
    checks.every(({ state }) => state === 'agrees'),
    JSON.stringify(checks),
  );
  assert.equal(proofVerdict(checks), 'proved');
  const said = await checkFillSays(proof, held);
  assert.equal(said.status, 0, said.text);
  assert.match(said.text, /receipt +agrees.*log +agrees/s);
});

test('what is not held, or not covered yet, is no green (trial 16)', async () => {
  const { proof, held } = await bought();
  const { log, ...uncovered } = proof;
  assert.ok(log);
  const { content: _content, ...withoutContent } = held;
  const { receipt: _receipt, ...withoutReceipt } = held;
  for (const [disclosed, by, step, reason] of [
    [proof, withoutContent, 'order', 'notHeld'],
    [proof, withoutReceipt, 'receipt', 'notHeld'],
    [proof, { signatureOf }, 'head', 'notHeld'],
    [uncovered, held, 'log', 'later'],
    [proof, { ...held, signatureOf: () => 'unsupported' as const }, 'head', 'unsupported'],
  ] as const) {
    const checks = checkFillProof(sha256, disclosed, by);
    assert.equal(proofVerdict(checks), 'open', step);
    const found = checks.find(({ name }) => name === step);
    assert.deepEqual([found?.state, found?.reason], ['open', reason]);
  }
});

test('each part of what is disclosed of a fill, forged in turn, is refused by both checks (trial 16)', async () => {
  const { proof, held } = await bought();
  assert.ok(isProved(proof, held));
  const { opening, order, rules } = proof;
  const log = proof.log ?? assert.fail('a head covers it');
  const [fill, ...others] = opening.fills;
  assert.ok(fill);
  const dearer = String(BigInt(fill.price) + 5n);
  const logged = (change: Partial<typeof log>): FillProof => ({ ...proof, log: { ...log, ...change } });
  const row =
    log.rows.find(({ sequence }) => sequence === opening.sequence) ?? assert.fail('its way is disclosed');
  const rest = log.rows.filter((one) => one !== row);
  const forgeries: readonly Forgery[] = [
    {
      name: 'a fill that was made up',
      step: 'book',
      proof: { ...proof, opening: { ...opening, fills: [{ ...fill, price: dearer }, ...others] } },
    },
    {
      name: 'another order in the row',
      step: 'receipt',
      proof: rewritten(proof, (text) => text.replaceAll('"quantity":"5"', '"quantity":"6"')),
    },
    {
      name: 'charges that the row does not have',
      step: 'entry',
      proof: {
        ...proof,
        opening: {
          ...opening,
          own: { ...opening.own, charges: { ...opening.own.charges, stampDuty: '99' } },
        },
      },
    },
    {
      name: 'rules that no row sets',
      step: 'rules',
      proof: { ...proof, rules: { ...rules, leafHash: 'ab'.repeat(32) } },
    },
    { name: 'another order’s row', step: 'order', proof: { ...proof, orderId: String(order.sequence + 1) } },
    {
      name: 'a leaf that was altered',
      step: 'log',
      proof: logged({ rows: [{ ...row, leafHash: 'ab'.repeat(32) }, ...rest] }),
    },
    { name: 'a row without its way', step: 'log', proof: logged({ rows: rest }) },
    {
      name: 'a path to elsewhere',
      step: 'log',
      proof: logged({ rows: [{ ...row, path: ['ab'.repeat(32), ...row.path] }, ...rest] }),
    },
    {
      name: 'a head without a signature',
      step: 'head',
      proof: logged({ head: { ...log.head, signature: '00'.repeat(64) } }),
    },
    {
      name: 'a head that was changed',
      step: 'head',
      proof: logged({ head: { ...log.head, atMs: log.head.atMs + 1 } }),
    },
    { name: 'a head of a foreign key', step: 'head', proof: logged({ head: headBy(log.head, {}) }) },
  ];
  for (const forgery of forgeries) await assertRefused(forgery, held);
});

test('a head that does not continue the kept one is refused, however well it is signed (trial 16)', async () => {
  const { proof, held } = await bought();
  const log = proof.log ?? assert.fail('a head covers it');
  for (const continues of [
    undefined,
    log.continues && { ...log.continues, path: ['ab'.repeat(32)] },
    log.continues && { ...log.continues, from: { ...log.continues.from, hash: 'ab'.repeat(32) } },
  ]) {
    const { continues: _true, ...others } = log;
    const changed = { ...proof, log: { ...others, ...(continues && { continues }) } };
    const found = checkFillProof(sha256, changed, held).find(({ name }) => name === 'head');
    assert.equal(found?.state, 'differs');
  }
});

test('a basket counts with all its legs: one that is dropped or changed is found (trial 16)', async () => {
  await quoted(trader, 'NSE_SIM:VEGAVAN');
  const { proof, held } = await basket();
  assert.ok(isProved(proof, held), JSON.stringify(checkFillProof(sha256, proof, held)));
  const text = proof.opening.entry.text ?? assert.fail('own row');
  const { legs, ...disclosed } = JSON.parse(text.outcome);
  const outcomes = [
    { ...disclosed, legs: [legs[1]] },
    { ...disclosed, legs: [{ ...legs[0], fills: [] }, legs[1]] },
    { ...disclosed, legs: [legs[1], legs[1]] },
  ];
  for (const [at, outcome] of outcomes.entries()) {
    const forged = rewritten(proof, (one) => (one === text.outcome ? JSON.stringify(outcome) : one));
    await assertRefused({ name: `legs ${at}`, step: 'order', proof: forged }, held);
    // Even for somebody who kept no receipt, the row itself does not hold.
    const checks = checkFillProof(sha256, forged, { signatureOf });
    assert.equal(checks.find(({ name }) => name === 'order')?.state, 'differs');
  }
});

test('who was passed over counts: a fill that goes before one who stood ahead is refused, and who it was is not disclosed (trials 16 and 34)', async () => {
  await quoted(trader, STEADY_COIN);
  const ravi = await trader.enter();
  placed(await ravi.coin('buy', { instrumentId: STEADY_COIN, quantity: '1000' }));
  const proof = await metWithOneBehind(ravi);
  const behind = proof.opening.standing[0] ?? assert.fail('one stood behind');
  const held: Held = { signatureOf, head: kept, publicKey: kept.publicKey };
  const found = (disclosed: FillProof) => checkFillProof(sha256, disclosed, held);
  assert.equal(
    found(proof).find(({ name }) => name === 'log')?.state,
    'agrees',
    JSON.stringify(found(proof)),
  );
  const ahead = [{ ...behind, priority: 0.5 }];
  await assertRefused(
    {
      name: 'one that stood ahead',
      step: 'priority',
      proof: { ...proof, opening: { ...proof.opening, standing: ahead } },
    },
    held,
  );
  assert.ok(
    found(proof).every(({ state }) => state !== 'sealed'),
    'two customers: the own parts are disclosed',
  );
});

interface Met {
  readonly proof: FillProof;
  readonly held: Held;
}

/**
 * A bid that waits between the market maker's quotes and another's
 * sale that takes it, as it is disclosed to each of them.
 */
async function metByTwo(ravi: Customer): Promise<{ readonly taker: Met; readonly maker: Met }> {
  const terms = { instrumentId: STEADY_COIN, type: 'limit', quantity: '100' };
  for (let tries = 0; tries < 20; tries += 1) {
    const book = OPERATIONS.coinBooks.output.parse(
      await asha.read('coinBooks', { instrumentId: STEADY_COIN }),
    );
    const [best] = book.bids[0] ?? assert.fail('the market maker bids');
    const price = (Number(best) + STEADY_TICK).toFixed(4);
    const bid = { clientId: asha.clientId(), side: 'buy', ...terms, validity: 'gtc', price };
    const sale = { clientId: ravi.clientId(), side: 'sell', ...terms, validity: 'ioc', price };
    const waits = await asha.call('coinOrderAdd', bid);
    const takes = await ravi.call('coinOrderAdd', sale);
    const met = placed(takes).fills.find(({ counterparty }) => counterparty === 'customer');
    if (met !== undefined) {
      await trader.app.proof.makeHead();
      const id = textOf(met, 'id');
      const receiptOf = ({ data }: typeof waits) => OPERATIONS.coinOrderAdd.output.parse(data).receipt;
      return {
        maker: {
          proof: await proofOf(asha, id),
          held: heldAfter({ call: 'coinOrderAdd', fields: bid }, receiptOf(waits)),
        },
        taker: {
          proof: await proofOf(ravi, id),
          held: heldAfter({ call: 'coinOrderAdd', fields: sale }, receiptOf(takes)),
        },
      };
    }
    await asha.call('coinOrderClose', { id: textOf(placed(waits).order, 'id') });
  }
  return assert.fail('they never met');
}

/** The row of the fill with one of its disclosed parts changed, under the leaf that the parts then have. */
function repainted(proof: FillProof, name: string, change: (text: string) => string): FillProof {
  const { entry } = proof.opening;
  const parts = (entry.parts ?? assert.fail('in parts')).map((part) => {
    if (part.name !== name || part.disclosed === undefined) return part;
    const text = change(part.disclosed.text);
    assert.notEqual(text, part.disclosed.text, `${name} is changed`);
    return { ...part, disclosed: { ...part.disclosed, text } };
  });
  const changed = { ...entry, parts, leafHash: partsLeafHash(textHasher(sha256), { ...entry, parts }) };
  const isOrder = proof.order.sequence === entry.sequence;
  return { ...proof, ...(isOrder && { order: changed }), opening: { ...proof.opening, entry: changed } };
}

test('a fill between two customers is green for both of them, each on their own parts of the row (trial 34)', async () => {
  await quoted(trader, STEADY_COIN);
  const ravi = await trader.enter();
  placed(await ravi.coin('buy', { instrumentId: STEADY_COIN, quantity: '1000' }));
  const { taker, maker } = await metByTwo(ravi);
  for (const { proof, held } of [taker, maker]) {
    const checks = checkFillProof(sha256, proof, held);
    assert.equal(proofVerdict(checks), 'proved', JSON.stringify(checks));
    const said = await checkFillSays(proof, held);
    assert.equal(said.status, 0, said.text);
  }
  await assertPartsBind(taker, ['command', 'order 0', 'fill 0 0', 'taker 0 0']);
  await assertPartsBind(maker, ['fill 0 0', 'maker 0 0']);
});

/**
 * Each disclosed part, forged in turn: under the old leaf the
 * row differs, and under a leaf of its own the log does.
 */
async function assertPartsBind({ proof, held }: Met, names: readonly string[]): Promise<void> {
  const parts = proof.opening.entry.parts ?? assert.fail('in parts');
  const disclosedNames = parts.filter(({ disclosed }) => disclosed).map(({ name }) => name);
  for (const name of names) assert.ok(disclosedNames.includes(name), `${name} is disclosed`);
  for (const name of disclosedNames) {
    const altered = repainted(proof, name, (text) => text.replace(/\d(?=\D*$)|(?<=^[^\d]*)\}$/, forgedEnd));
    const { leafHash } = proof.opening.entry;
    const kept = { ...altered.opening.entry, leafHash };
    const underOld = {
      ...altered,
      order: altered.order.sequence === kept.sequence ? { ...altered.order, leafHash } : altered.order,
      opening: { ...altered.opening, entry: kept },
    };
    await assertRefused({ name, step: 'entry', proof: underOld }, held);
    const found = checkFillProof(sha256, altered, held).find((check) => check.name === 'log');
    assert.equal(found?.state, 'differs', name);
  }
  const hidden = parts.map((part) => (part.disclosed ? part : { ...part, hash: 'ab'.repeat(32) }));
  const entry = { ...proof.opening.entry, parts: hidden };
  const forged = { ...proof, opening: { ...proof.opening, entry } };
  await assertRefused({ name: 'hidden parts', step: 'entry', proof: forged }, held);
  await assertRefused(
    {
      name: 'charges that the part does not have',
      step: 'entry',
      proof: {
        ...proof,
        opening: {
          ...proof.opening,
          own: { ...proof.opening.own, charges: { ...proof.opening.own.charges, brokerage: '99' } },
        },
      },
    },
    held,
  );
  const disclosed = proof.opening.fills.map((one) => ({
    ...one,
    quantity: String(BigInt(one.quantity) + 1n),
  }));
  await assertRefused(
    {
      name: 'other fills',
      step: 'entry',
      proof: { ...proof, opening: { ...proof.opening, fills: disclosed } },
    },
    held,
  );
}

/** Another last digit, or a field more where there is none. */
function forgedEnd(found: string): string {
  return found === '}' ? ',"more":1}' : String((Number(found) + 1) % 10);
}

/**
 * Neither an order's id stands anywhere in what is disclosed,
 * nor the number of its row as a place in the queue.
 */
function assertHides(disclosed: unknown, orderId: string): void {
  const rowNumber = String(BigInt(orderId) & 0xff_ffff_ffffn);
  for (const [name, value] of leavesOf(disclosed)) {
    assert.notEqual(String(value), orderId, `${name} is the order of somebody else`);
    if (name === 'priority') assert.notEqual(String(value), rowNumber);
  }
}

/** Every value that is no object, with the name of its field. */
function* leavesOf(disclosed: unknown, name = ''): Generator<[name: string, value: unknown]> {
  if (typeof disclosed !== 'object' || disclosed === null) yield [name, disclosed];
  else
    for (const [key, value] of Object.entries(disclosed))
      yield* leavesOf(value, Number.isNaN(Number(key)) ? key : name);
}

/**
 * Two sales of another's between the market maker's quotes, and a
 * purchase that fills the first; again when a tick came between.
 */
async function metWithOneBehind(ravi: Customer): Promise<FillProof> {
  const waits = { instrumentId: STEADY_COIN, type: 'limit', validity: 'gtc', quantity: '100' };
  for (let tries = 0; tries < 20; tries += 1) {
    const book = OPERATIONS.coinBooks.output.parse(
      await asha.read('coinBooks', { instrumentId: STEADY_COIN }),
    );
    const [best] = book.asks[0] ?? assert.fail('the market maker offers');
    const price = (Number(best) - STEADY_TICK).toFixed(4);
    const sales = [
      await ravi.coin('sell', { ...waits, price }),
      await ravi.coin('sell', { ...waits, price }),
    ];
    const { fills } = placed(await asha.coin('buy', { ...waits, validity: 'ioc', price }));
    await trader.app.proof.makeHead();
    const met = fills.find(({ counterparty }) => counterparty === 'customer');
    const proof = met && (await proofOf(asha, textOf(met, 'id')));
    for (const sale of sales) await ravi.call('coinOrderClose', { id: textOf(placed(sale).order, 'id') });
    for (const sale of proof ? sales : []) assertHides(proof, textOf(placed(sale).order, 'id'));
    if (proof?.opening.standing.length === 1) return proof;
  }
  return assert.fail('they never met');
}

test('nobody is told the way of another’s fill, nor from a head that was never signed', async () => {
  const { proof } = await bought();
  const id = `${proof.opening.sequence}-${proof.opening.index}`;
  const stranger = await trader.enter();
  assert.equal((await stranger.call('fillProof', { id })).reason, 'NOT_FOUND');
  assert.equal((await asha.call('fillProof', { id, from: '99999' })).reason, 'NOT_FOUND');
});
