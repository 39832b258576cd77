import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { amount } from '@tarazu/core/values';
import { FileBank } from '#rails/bank/iso20022/file-bank.ts';
import { type BankWorld, bankConformance, payTo } from '#rails/bank/test-bank-conformance.ts';
import { exchangeFiles } from '#rails/sandbox-bank/exchange-files.ts';
import { OWN_ACCOUNTS } from '#rails/sandbox-bank/own-accounts.ts';
import { openTestBank } from '#rails/sandbox-bank/test-bank-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-files-'));
const bank = await openTestBank();
const accounts = OWN_ACCOUNTS.map(({ label, asset, number, bankCode, name }) => {
  return { label, asset, number, bankCode, name };
});
writeFileSync(join(folder, 'accounts.json'), JSON.stringify(accounts));
const troubles: string[] = [];
const open = () =>
  new FileBank({
    name: 'bank',
    folder,
    nowMs: () => bank.clock.nowMs(),
    onTrouble: (what, error) => troubles.push(`${what} ${String(error)}`),
  });
let rail = open();
after(() => {
  rail.close();
  rmSync(folder, { recursive: true, force: true });
});

const exchange = (): void => exchangeFiles(bank.now().bank, folder, bank.clock.nowMs());
async function settle(): Promise<void> {
  exchange();
  await bank.settle();
  exchange();
  await rail.changes(undefined);
}
await settle();

const world: BankWorld = {
  ...bank,
  get rail() {
    return rail;
  },
  settle,
  restart: async () => {
    exchange();
    await bank.restart();
    rail.close();
    rail = open();
  },
};
bankConformance('a bank by files', async () => world);

test('a payment is in one file, and a file is taken once, whatever comes twice', async () => {
  const account = await bank.openAccount('Asha Rao');
  const [one, other] = [payTo(account, 1_100n), payTo(account, 2_200n)];
  await rail.pay([one]);
  await rail.pay([one, other]);
  const names = readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.xml'));
  const texts = names.map((name) => readFileSync(join(folder, 'out', name), 'utf8'));
  assert.equal(texts.filter((text) => text.includes(one.instructionId)).length, 1);
  exchange();
  // The bank's copy comes again, as after a restore of its folder.
  for (const [at, name] of names.entries()) writeFileSync(join(folder, 'out', name), texts[at] ?? '');
  await settle();
  assert.equal(bank.now().bank.accounts.find(account.number)?.balance, 3_300n);
});

test('a payment that no message can say fails at once, and the others of its batch leave', async () => {
  const account = await bank.openAccount('Ravi Iyer');
  const good = payTo(account, 700n);
  const bad = [
    { ...payTo(account, 1n), payee: { ...payTo(account, 1n).payee, account: 'x'.repeat(35) } },
    { ...payTo(account, 1n), payee: { ...payTo(account, 1n).payee, name: '' } },
    { ...payTo(account, 1n), account: 'eur' },
    { ...payTo(account, 1n), reference: 'x'.repeat(141) },
  ];
  const answers = await rail.pay([...bad, good]);
  assert.deepEqual(
    answers.map(({ reason, revision }) => [reason, revision]),
    [...bad.map(() => ['rejected', 0]), [undefined, 1]],
  );
  const [other] = await rail.pay([{ ...good, amount: amount(701n) }]);
  assert.deepEqual([other?.reason, other?.revision], ['contradiction', 0]);
  await settle();
  assert.equal((await rail.payment(good.instructionId))?.state, 'done');
});

test('names and texts that try to break out of a message arrive as they are', async () => {
  const nasty = `O'Brien <b>&amp;</b> "x" ]]> \u{1f600}`;
  const externalId = await bank.send({ paise: 100n, reference: nasty, payerName: nasty });
  await settle();
  const found: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const batch = await rail.changes(cursor);
    for (const change of batch.changes)
      if (change.kind === 'receipt' && change.receipt.externalId === externalId)
        found.push(change.receipt.payerName, change.receipt.reference);
    cursor = batch.cursor;
    if (batch.isLast) break;
  }
  assert.deepEqual(found, [nasty, nasty]);
});

test('a statement that is none is refused whole, put aside and told, and the next is taken', async () => {
  const before = (await rail.changes(undefined)).changes.length;
  await bank.send({ paise: 900n, reference: 'whole', payerName: 'Asha Rao' });
  exchange();
  const [name = ''] = readdirSync(join(folder, 'in')).filter((one) => one.endsWith('.xml'));
  const text = readFileSync(join(folder, 'in', name), 'utf8');
  writeFileSync(join(folder, 'in', name), text.slice(0, -30));
  writeFileSync(join(folder, 'in', 'b-other-account.xml'), text.replaceAll('900100000001', '900100000009'));
  writeFileSync(join(folder, 'in', 'c-wrong-sum.xml'), text.replaceAll('>9.00<', '>9.01<'));
  writeFileSync(join(folder, 'in', 'd-empty.xml'), '');
  await rail.changes(undefined);
  assert.equal(troubles.length, 4);
  for (const why of ['not well-formed', 'none of ours', 'closing balance', 'empty|not well-formed'])
    assert.ok(
      troubles.some((trouble) => new RegExp(why).test(trouble)),
      `${why}: ${troubles.join()}`,
    );
  assert.equal((await rail.changes(undefined)).changes.length, before);
  writeFileSync(join(folder, 'in', 'again.xml'), text);
  writeFileSync(join(folder, 'in', 'again-too.xml'), text);
  assert.equal((await rail.changes(undefined)).changes.length, before + 1, 'once');
  assert.equal(readdirSync(join(folder, 'in', 'refused')).length, 4);
});

test('a folder without right accounts is refused in a sentence', () => {
  const other = mkdtempSync(join(tmpdir(), 'tarazu-files-'));
  after(() => rmSync(other, { recursive: true, force: true }));
  const parts = { name: 'bank', folder: other, nowMs: () => 0, onTrouble: () => undefined };
  assert.throws(() => new FileBank(parts), /^StartupError: .*accounts\.json does not exist/);
  writeFileSync(join(other, 'accounts.json'), '{}');
  assert.throws(() => new FileBank(parts), /^StartupError: .*accounts\.json is not right/);
});
