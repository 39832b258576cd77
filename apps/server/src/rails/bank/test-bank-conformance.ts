import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { amount, assetId } from '@tarazu/core/values';
import {
  type BankRail,
  type BankReceipt,
  type PaymentInstruction,
  type PaymentStatus,
  type RailChange,
  RailUnavailable,
} from '#rails/ports.ts';

/** A bank behind an adapter, with the hand of somebody who makes things happen there: for tests. */
export interface BankWorld {
  readonly rail: BankRail;
  /** A person pays to our rupee account. */
  send(transfer: {
    readonly paise: bigint;
    readonly reference: string;
    readonly payerName: string;
  }): Promise<string>;
  reverse(externalId: string): Promise<void>;
  reportAgain(externalId: string): Promise<void>;
  openAccount(name: string): Promise<{ readonly number: string; readonly bankCode: string }>;
  /** Fate of payments from now on. */
  payments(plan: 'done' | 'fail' | 'yesAfterNo'): Promise<void>;
  set(fault: {
    readonly isDown?: boolean;
    readonly losesAnswers?: boolean;
    readonly tellsTwice?: boolean;
  }): Promise<void>;
  restart(): Promise<void>;
  /** Lets the bank do and tell everything that is due within a minute. */
  settle(): Promise<void>;
  readonly day: string;
}

const RUPEES = assetId('INR');

/** Checks that every adapter of a bank must pass, whatever the bank speaks. */
export function bankConformance(kind: string, open: () => Promise<BankWorld>): void {
  const opened = open();
  const check: Check = (what, run) => {
    test(`${kind}: ${what}`, async () => {
      const world = await opened;
      await world.set({});
      await world.payments('done');
      await run(world);
    });
  };
  inward(check);
  outward(check);
  whole(check);
}

type Check = (what: string, run: (world: BankWorld) => Promise<void>) => void;

function inward(check: Check): void {
  check(
    'money that came is told with its number, text, name and time, and again from an old cursor',
    async (world) => {
      const externalId = await world.send({ paise: 150_000n, reference: 'TRZ 7QK4', payerName: 'Asha Rao' });
      await world.settle();
      const receipt = receiptsOf(await everything(world.rail)).find((one) => one.externalId === externalId);
      assert.ok(receipt);
      assert.deepEqual(
        [receipt.account, receipt.asset, receipt.amount, receipt.state, receipt.reference, receipt.payerName],
        ['inr', RUPEES, 150_000n, 'booked', 'TRZ 7QK4', 'Asha Rao'],
      );
      assert.ok(receipt.bookedAtMs > 0);
    },
  );

  check('the same transfer told twice is the same change; two transfers alike are two', async (world) => {
    const alike = { paise: 70_000n, reference: 'twice', payerName: 'Asha Rao' };
    const [one, other] = [await world.send(alike), await world.send(alike)];
    await world.reportAgain(one);
    await world.settle();
    const changes = await everything(world.rail);
    const keys = changes.flatMap((change) =>
      change.kind === 'receipt' && change.receipt.reference === 'twice' ? [change.key] : [],
    );
    assert.equal(new Set(keys).size, 2);
    assert.notEqual(one, other);
  });

  check('a reversal is a change of its own of the same receipt', async (world) => {
    const externalId = await world.send({ paise: 9_900n, reference: 'oops', payerName: 'Ravi Iyer' });
    await world.settle();
    await world.reverse(externalId);
    await world.settle();
    const states = receiptsOf(await everything(world.rail))
      .filter((receipt) => receipt.externalId === externalId)
      .map(({ state }) => state);
    assert.deepEqual([...new Set(states)], ['booked', 'reversed']);
  });
}

function outward(check: Check): void {
  check('a payment is taken once however often it is sent, and is done', async (world) => {
    const { rail } = world;
    const held = (await rail.holdings()).find(({ account }) => account === 'inr')?.amount ?? 0n;
    const instruction = payTo(await world.openAccount('Meera Shah'), 120_000n);
    for (let time = 0; time < 3; time += 1) await rail.pay([instruction]);
    await world.settle();
    const last = await lastOf(rail, instruction.instructionId);
    assert.equal(last?.state, 'done');
    assert.ok(last?.reference !== undefined);
    const left = (await rail.holdings()).find(({ account }) => account === 'inr')?.amount ?? 0n;
    assert.equal(held - left, 120_000n);
  });

  check('a payment that fails gives its money back and says so', async (world) => {
    const { rail } = world;
    const held = (await rail.holdings()).find(({ account }) => account === 'inr')?.amount;
    await world.payments('fail');
    const instruction = payTo(await world.openAccount('Kabir Das'), 50_000n);
    await rail.pay([instruction]);
    await world.settle();
    assert.equal((await lastOf(rail, instruction.instructionId))?.state, 'failed');
    assert.equal((await rail.holdings()).find(({ account }) => account === 'inr')?.amount, held);
  });

  check('yes after no: the newest word has the highest revision', async (world) => {
    const { rail } = world;
    await world.payments('yesAfterNo');
    const instruction = payTo(await world.openAccount('Nila Sen'), 30_000n);
    await rail.pay([instruction]);
    await world.settle();
    const told = (await everything(rail))
      .flatMap((change) => (change.kind === 'payment' ? [change.payment] : []))
      .filter(({ instructionId }) => instructionId === instruction.instructionId);
    const order = told.toSorted((left, right) => left.revision - right.revision).map(({ state }) => state);
    assert.deepEqual(order.slice(-2), ['failed', 'done']);
  });

  check('a payment to nobody fails', async (world) => {
    const instruction = payTo({ number: '111122223333', bankCode: 'SBOX0000001' }, 10_000n);
    await world.rail.pay([instruction]);
    await world.settle();
    assert.equal((await lastOf(world.rail, instruction.instructionId))?.state, 'failed');
  });
}

function whole(check: Check): void {
  check('nothing that was asked or told is lost by a restart of the bank', async (world) => {
    const externalId = await world.send({ paise: 20_000n, reference: 'restart', payerName: 'Asha Rao' });
    const instruction = payTo(await world.openAccount('Omar Ali'), 20_000n);
    await world.rail.pay([instruction]);
    await world.restart();
    await world.settle();
    const changes = await everything(world.rail);
    assert.ok(receiptsOf(changes).some((receipt) => receipt.externalId === externalId));
    assert.equal((await lastOf(world.rail, instruction.instructionId))?.state, 'done');
  });

  check('the statement of a day has each receipt, reversal and payment', async (world) => {
    const externalId = await world.send({ paise: 11_100n, reference: 'statement', payerName: 'Asha Rao' });
    const instruction = payTo(await world.openAccount('Ira Bose'), 4_400n);
    await world.rail.pay([instruction]);
    await world.settle();
    const entries = await wholeStatement(world);
    const inward = entries.find((entry) => entry.externalId === externalId);
    assert.deepEqual([inward?.direction, inward?.amount], ['in', 11_100n]);
    const outward = entries.find((entry) => entry.instructionId === instruction.instructionId);
    assert.deepEqual([outward?.direction, outward?.amount], ['out', 4_400n]);
  });

  check('a name is the one that the bank has, or is not offered', async (world) => {
    const { number, bankCode } = await world.openAccount('Zoya Khan');
    const answer = await world.rail.lookUpName({ method: 'imps', account: number, bankCode });
    assert.ok(answer.isFound ? answer.name === 'Zoya Khan' : answer.reason === 'notOffered');
  });
}

/** Checks of a bank that is asked over a network. */
export function onlineConformance(kind: string, open: () => Promise<BankWorld>): void {
  const opened = open();

  test(`${kind}: down, it is unavailable, and what was sent meanwhile comes later`, async () => {
    const world = await opened;
    await world.set({ isDown: true });
    await assert.rejects(world.rail.holdings(), RailUnavailable);
    const externalId = await world.send({ paise: 5_000n, reference: 'down', payerName: 'Asha Rao' });
    await world.set({});
    await world.settle();
    assert.ok(receiptsOf(await everything(world.rail)).some((one) => one.externalId === externalId));
  });

  test(`${kind}: an answer that is lost leaves a payment that can be asked for, and sent again once`, async () => {
    const world = await opened;
    const instruction = payTo(await world.openAccount('Tara Nair'), 7_700n);
    await world.set({ losesAnswers: true });
    await assert.rejects(world.rail.pay([instruction]), RailUnavailable);
    await world.set({});
    assert.ok(await world.rail.payment(instruction.instructionId));
    await world.rail.pay([instruction]);
    await world.settle();
    const entries = await wholeStatement(world);
    assert.equal(entries.filter((entry) => entry.instructionId === instruction.instructionId).length, 1);
  });

  test(`${kind}: another content under the same id is refused and changes nothing`, async () => {
    const world = await opened;
    const instruction = payTo(await world.openAccount('Dev Rana'), 6_600n);
    await world.rail.pay([instruction]);
    const [other] = await world.rail.pay([{ ...instruction, amount: amount(9_900n) }]);
    assert.deepEqual([other?.reason, other?.revision], ['contradiction', 0]);
    await world.settle();
    assert.equal((await world.rail.payment(instruction.instructionId))?.state, 'done');
  });

  test(`${kind}: a payment that was never sent is unknown`, async () => {
    const world = await opened;
    assert.equal(await world.rail.payment(randomUUID().slice(0, 35)), undefined);
  });
}

export function payTo(
  payee: { readonly number: string; readonly bankCode: string },
  paise: bigint,
): PaymentInstruction {
  return {
    instructionId: randomUUID().replaceAll('-', '').slice(0, 32),
    account: 'inr',
    asset: RUPEES,
    amount: amount(paise),
    payee: { method: 'imps', account: payee.number, bankCode: payee.bankCode, name: 'A Payee' },
    reference: 'Withdrawal',
  };
}

/** All changes from the first on, as a server would read them that has nothing yet. */
async function everything(rail: BankRail): Promise<RailChange[]> {
  const found: RailChange[] = [];
  for (let cursor: string | undefined; ; ) {
    const batch = await rail.changes(cursor);
    found.push(...batch.changes);
    cursor = batch.cursor;
    if (batch.isLast) return found;
  }
}

function receiptsOf(changes: readonly RailChange[]): BankReceipt[] {
  return changes.flatMap((change) => (change.kind === 'receipt' ? [change.receipt] : []));
}

async function lastOf(rail: BankRail, instructionId: string): Promise<PaymentStatus | undefined> {
  const told = (await everything(rail)).flatMap((change) =>
    change.kind === 'payment' ? [change.payment] : [],
  );
  return told
    .filter((payment) => payment.instructionId === instructionId)
    .toSorted((left, right) => right.revision - left.revision)[0];
}

async function wholeStatement({ rail, day }: BankWorld) {
  const entries = [];
  for (let after: string | undefined; ; ) {
    const page = await rail.statement({ account: 'inr', day, after });
    entries.push(...page.entries);
    after = page.next;
    if (after === undefined) return entries;
  }
}
