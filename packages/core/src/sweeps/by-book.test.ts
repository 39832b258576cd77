import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf } from '#engine.ts';
import type { Command } from '#model/command.ts';
import { RULE_CHANGES, RULES_VERSION, type RuleChange } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_INR, sessionOfDay } from '#simulation/world.ts';
import { assetId, instrumentId } from '#values/index.ts';

const COLLECT = { auction: 'preOpen', average: 'preOpen' } as const;
const MATCH = { auction: 'continuous', average: 'continuous' } as const;

/** Steps until the auction of a book with two orders is done, beside another's with many. */
function stepsOf({
  many,
  stepMax,
  isCut = false,
  rulesVersion = RULES_VERSION,
}: {
  readonly many: number;
  readonly stepMax: number;
  readonly isCut?: boolean;
  readonly rulesVersion?: number;
}): number {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  const act = (command: Command): void => {
    if (isCut) trader.state = reload(trader.state);
    const sequence = trader.state.lastSequence + 1;
    apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
  };
  trader.apply({ type: 'rules.set', stepMax, session: { ...sessionOfDay(0), phases: COLLECT } });
  for (let nth = 0; nth < many; nth += 1) {
    orderOf(trader.buy(ARUNA, { by: one, at: 50_000n, size: 1n }));
    orderOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 1n }));
  }
  orderOf(trader.buy(BHUMI, { by: one, at: 100n, size: 10n }));
  orderOf(trader.sell(BHUMI, { by: two, at: 100n, size: 10n }));
  act({ type: 'rules.set', session: { ...sessionOfDay(0), phases: MATCH } });
  const moved = new Set(
    openSweepsOf(trader.state).flatMap((one) => (one.doneCount > 0 ? one.instrumentId : [])),
  );
  assert.equal(moved.size, Math.min(2, stepMax), 'each has its part of the first step');
  let steps = 1;
  while (openSweepsOf(trader.state).some(({ instrumentId }) => instrumentId === BHUMI.id)) {
    act({ type: 'sweep.step' });
    steps += 1;
  }
  assert.ok(openSweepsOf(trader.state).length > 0, 'the other has much to do still');
  return steps;
}

test('a book with little to do does not wait for one with much (sweepsByBook)', () => {
  assert.ok(stepsOf({ many: 90, stepMax: 8 }) <= 8);
  assert.equal(stepsOf({ many: 90, stepMax: 8 }), stepsOf({ many: 45, stepMax: 8 }));
  assert.equal(stepsOf({ many: 90, stepMax: 8, isCut: true }), stepsOf({ many: 90, stepMax: 8 }));
});

test('where a command has fewer steps than books, each has its turn (sweepsByBook)', () => {
  const [few, many] = [45, 90].map((count) => stepsOf({ many: count, stepMax: 1 }));
  assert.equal(few, many);
  assert.equal(stepsOf({ many: 45, stepMax: 1, isCut: true }), few);
});

/** Steps until an order that takes many in one book is done, beside so many books whose session has ended. */
function takingBeside(
  books: number,
  { before, stepMax = 16 }: { readonly before?: RuleChange; readonly stepMax?: number } = {},
): { steps: number; patientSteps: number } {
  const trader = new Trader();
  const rulesVersion = before === undefined ? RULES_VERSION : RULE_CHANGES.indexOf(before);
  const act = (command: Command) => {
    const sequence = trader.state.lastSequence + 1;
    return apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
  };
  const [one, two] = [trader.open(1), trader.open(2)];
  const shares = Array.from({ length: books }, (_, nth) => ({
    ...BHUMI,
    id: instrumentId(`BHUMI-${nth}`),
    baseAsset: assetId(`BHUMI-${nth}`),
  }));
  for (const [nth, share] of shares.entries()) {
    trader.apply({ type: 'instrument.set', instrument: share });
    const by = trader.open(10 + nth);
    for (let order = 0; order < 100; order += 1) orderOf(trader.buy(share, { by, at: 95n, size: 2n }));
  }
  const size = 130_000n;
  for (let nth = 0n; nth < 30n; nth += 1n)
    orderOf(trader.buy(BTC_INR, { by: one, at: BTC_PRICE - nth * 70n, size }));
  trader.apply({ type: 'rules.set', stepMax });
  act({ type: 'session.end', venue: BHUMI.venue });
  const command = trader.command('sell', BTC_INR, { by: two, at: BTC_PRICE - 7_000n, size: size * 30n });
  act(command);
  const isOpen = (name: string) => openSweepsOf(trader.state).some((sweep) => sweep.name === name);
  assert.ok(isOpen('taking') && isOpen('sessionEnd'), 'both are open');
  const doneIn = () =>
    openSweepsOf(trader.state).reduce(
      (sum, { name, doneCount }) => sum + (name === 'sessionEnd' ? doneCount : 0),
      0,
    );
  let [steps, patientSteps] = [0, 0];
  for (; isOpen('taking'); steps += 1) {
    const done = doneIn();
    act({ type: 'sweep.step' });
    if (doneIn() > done) patientSteps += 1;
  }
  return { steps, patientSteps };
}

const BTC_PRICE = 7_000_000n;

test('an order that takes in one book does not wait for books whose session has ended; before, it did', () => {
  const [few, many] = [takingBeside(1), takingBeside(12)];
  assert.equal(few.steps, many.steps);
  assert.ok(few.patientSteps > 0 && many.patientSteps > 0, 'and those have their part');
  const was = takingBeside(12, { before: 'awaitedBooksFirst' });
  assert.ok(was.steps > many.steps, `${was.steps} steps before`);
});

test('books whose session has ended get on beside one that takes, however few steps a command has; before, not', () => {
  for (const stepMax of [1, 3, 6]) {
    const [few, many] = [takingBeside(1, { stepMax }), takingBeside(12, { stepMax })];
    for (const { steps, patientSteps } of [few, many]) assert.equal(patientSteps, steps, `with ${stepMax}`);
    assert.equal(few.steps, many.steps, `with ${stepMax} the one that takes does not wait for them`);
    const was = takingBeside(1, { stepMax, before: 'patientPartKept' });
    assert.ok(was.patientSteps <= 1, `with ${stepMax}, before, only where nobody took any more`);
  }
});

test('a step of before took the oldest sweep until it was done, whichever book waited', () => {
  const rulesVersion = RULE_CHANGES.indexOf('sweepsByBook');
  assert.throws(() => stepsOf({ many: 45, stepMax: 8, rulesVersion }), /each has its part/);
});
