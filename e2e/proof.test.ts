/** The checks of a customer: a fill derived again in the browser, a receipt proved, and lies told loudly. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { rowLeafHash, sha256 } from '@tarazu/core/proof';
import { OPERATIONS, type OutputOf } from '@tarazu/protocol';
import type { Browser, Locator, Page, Route } from 'playwright-core';
import { openBrowser, openPerson, type Person } from './harness/browser.ts';
import { enterDemo, newClientId } from './harness/client.ts';
import { root } from './harness/root.ts';
import { openBySearch } from './harness/search.ts';
import { type RunningServer, startServer } from './harness/server.ts';
import { demoClientOf } from './harness/sessions.ts';
import { tapToSend } from './harness/tap.ts';
import { filled, texts } from './texts.ts';

const { basket, market, proof, trade } = texts;
const SYMBOL = 'ARUNA';
const OTHER_SYMBOL = 'VEGAVAN';
const run = promisify(execFile);

let server: RunningServer;
let browser: Browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

async function newcomer(): Promise<Person> {
  const { session } = await enterDemo(server.url);
  return openPerson(browser, { url: server.url, session });
}

/** Buys two shares at market, and opens why they had their price. */
async function buyAndAsk({ page, open }: Person): Promise<Locator> {
  await open('/pages/stock/list');
  await openBySearch(page, { symbol: SYMBOL, label: market.searchLabel });
  await page.getByRole('link', { name: market.buy, exact: true }).click();
  await page.getByLabel(filled(trade.quantityIn, { unit: trade.shares })).fill('2');
  await tapToSend(
    page,
    page.getByRole('button', { name: filled(trade.submitBuy, { quantity: '2', name: SYMBOL }) }),
  );
  const sheet = page.getByRole('dialog', { name: filled(trade.orderBuy, { quantity: '2', symbol: SYMBOL }) });
  await sheet.getByText(filled(trade.lifeFilled, { filled: '2', quantity: '2' })).waitFor();
  await sheet.getByText(trade.why).first().click();
  return sheet;
}

/** Asks again until a head covers the receipt: one is made every few seconds. */
async function untilProved(page: Page): Promise<void> {
  const again = page.getByRole('button', { name: proof.again });
  await again.waitFor();
  while (!(await page.getByText(proof.receipt_proved, { exact: true }).first().isVisible())) {
    const answered = page.waitForResponse((response) => response.url().includes('/proof/heads'));
    await again.click();
    await answered;
  }
}

test('a fill is derived again on the device, its receipt is proved, and the next visit continues the head', async () => {
  const person = await newcomer();
  const { page } = person;
  const sheet = await buyAndAsk(person);
  const passed = sheet.getByText(trade.checkPassed);
  await passed.waitFor().catch(async (cause) => {
    throw new Error(`Condition: the fill is proved, and the sheet says:\n${await sheet.textContent()}`, {
      cause,
    });
  });
  await sheet.getByText(trade.checkLimitsSealed).waitFor();
  await sheet.getByText(trade.checkLimitsOperator).waitFor();
  const checks = sheet.getByRole('region', { name: trade.check });
  assert.equal(await checks.getByRole('img', { name: trade.check_agrees }).count(), 11);

  await person.open('/pages/user/proof');
  await untilProved(page);
  await page.getByText(proof.signature_valid, { exact: true }).waitFor();
  await page.getByText(proof.chainHolds).waitFor();
  await page.getByText(proof.endsNone).waitFor();
  await person.open('/pages/user/proof');
  await page.getByText(proof.fits).waitFor();
  await person.leave();
});

type Proof = OutputOf<(typeof OPERATIONS)['fillProof']>;
type LogProof = NonNullable<Proof['log']>;

/** Changes the log of an answer, where a head covers it already. */
function logged(change: (log: LogProof, sequence: number) => void): (proof: Proof) => void {
  return ({ log, opening }) => {
    if (log) change(log, opening.sequence);
  };
}

/** A basket of two without its first leg, under the hash that the row then has. */
function dropLeg({ opening, order }: Proof): void {
  for (const entry of [opening.entry, order]) {
    const { text } = entry;
    if (text === undefined) continue;
    const { legs, ...outcome }: { readonly legs: readonly unknown[] } = JSON.parse(text.outcome);
    text.outcome = JSON.stringify({ ...outcome, legs: legs.slice(1) });
    entry.leafHash = rowLeafHash(sha256, entry) ?? assert.fail('a row with a text');
  }
}

/** Places a basket of two shares, and opens why the second had its price. */
async function buyBasketAndAsk({ page, open }: Person): Promise<Locator> {
  await open('/pages/stock/list');
  const client = await demoClientOf(page, server.url);
  const legs = [SYMBOL, OTHER_SYMBOL];
  for (const symbol of legs) await client.call('stockCollectAdd', { instrumentId: `NSE_SIM:${symbol}` });
  await open('/pages/stock/basket');
  await page.getByRole('button', { name: basket.addWatched }).click();
  const rows = page.getByRole('list', { name: basket.title }).getByRole('listitem');
  const quantities = rows.getByLabel(filled(trade.quantityIn, { unit: trade.shares }));
  for (const at of legs.keys()) await quantities.nth(at).fill('2');
  await page.getByRole('button', { name: basket.check }).click();
  await page.getByRole('button', { name: filled(basket.place_other, { number: '2' }) }).click();
  await page.getByRole('list', { name: basket.results }).getByText(trade.state_completed).nth(1).waitFor();
  const { list } = await client.call('stockOrders', {});
  const { id } = list.find(({ symbol }) => symbol === OTHER_SYMBOL) ?? assert.fail('both legs are orders');
  await open(`/pages/stock/order?tab=history&order=${id}`);
  const sheet = page.getByRole('dialog', {
    name: filled(trade.orderBuy, { quantity: '2', symbol: OTHER_SYMBOL }),
  });
  await sheet.getByText(trade.why).first().click();
  return sheet;
}

/** The untrue answers that a server could give. */
const FORGERIES: readonly (readonly [
  name: string,
  change: (proof: Proof) => void,
  ask?: (person: Person) => Promise<Locator>,
])[] = [
  [
    'a fill that was made up',
    ({ opening: { fills } }) => {
      const [first] = fills;
      if (first) first.price = String(BigInt(first.price) + 5n);
    },
  ],
  [
    'a head without a signature',
    logged((log) => {
      log.head.signature = '00'.repeat(64);
    }),
  ],
  [
    'a head of a foreign key',
    logged((log) => {
      log.head.publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
    }),
  ],
  [
    'a leaf that was altered',
    logged((log, sequence) => {
      for (const row of log.rows) if (row.sequence === sequence) row.leafHash = 'ab'.repeat(32);
    }),
  ],
  ['a leg of a basket that was dropped', dropLeg, buyBasketAndAsk],
];

for (const [name, change, ask = buyAndAsk] of FORGERIES) {
  test(`an answer that was tampered with is told as what it is: ${name} (trial 16)`, async () => {
    const person = await newcomer();
    await person.page.route('**/user/fill/proof**', (route) =>
      answerChanged(route, (data) => {
        const proof = OPERATIONS.fillProof.output.parse(data);
        change(proof);
        return proof;
      }),
    );
    const sheet = await ask(person);
    await sheet.getByRole('alert').getByText(trade.checkFailed).waitFor();
    assert.ok((await sheet.getByRole('img', { name: trade.check_differs }).count()) > 0);
    assert.equal(await sheet.getByText(trade.checkPassed).count(), 0);
    await person.leave();
  });
}

test('a history that was rewritten is told at once, and stays told', async () => {
  const person = await newcomer();
  const { page } = person;
  await buyAndAsk(person);
  await person.open('/pages/user/proof');
  await untilProved(page);
  await page.route('**/proof/consistency**', (route) =>
    answerChanged(route, (data) => {
      const answer = OPERATIONS.proofConsistency.output.parse(data);
      return { ...answer, path: ['ab'.repeat(32), ...answer.path] };
    }),
  );
  await person.open('/pages/user/proof');
  const alarm = page.getByRole('alert').filter({ hasText: proof.alarm_rewritten });
  await alarm.first().waitFor();
  await person.open('/pages/tabbar/mine');
  await page.getByText(proof.alarm_rewritten).waitFor();
  await person.leave();
});

/** A command of `npm run`, with what it printed; rejects when its status is not 0. */
async function script(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env } };
  const { stdout } = await run(process.execPath, [`scripts/${name}.ts`, ...args], options);
  return stdout;
}

test('the same from the command line: by one’s own token, and from the data folder', async () => {
  const { client, session } = await enterDemo(server.url);
  const ticket = {
    instrumentId: `NSE_SIM:${SYMBOL}`,
    type: 'market',
    validity: 'ioc',
    quantity: '3',
  } as const;
  const { fills } = await client.call('stockBuy', { clientId: newClientId(), ...ticket });
  const id = fills[0]?.id ?? assert.fail('it was filled');
  const folder = { DATA_DIR: server.dataFolder };
  const own = await script('check-fill', [id, '--url', server.url, '--token', session.demoToken ?? '']);
  assert.match(
    own,
    /receipt +open +not held.*entry +agrees\s+book +agrees.*log +(agrees|open).*Derived again/s,
  );
  assert.match(await script('check-fill', [id], folder), /book +agrees.*Derived again: the same/s);
  const stranger = await enterDemo(server.url);
  const theirs = ['--url', server.url, '--token', stranger.session.demoToken ?? ''];
  await assert.rejects(script('check-fill', [id, ...theirs]), /answers/);
  assert.match(await script('audit', [], folder), /every outcome, hash and row agrees.*signed heads agree/s);
});

test('a key that the one before names is followed without a word; another one is told (trial 5)', async () => {
  const person = await newcomer();
  const { page } = person;
  const followed = async (): Promise<void> => {
    await buyAndAsk(person);
    await person.open('/pages/user/proof');
    await untilProved(page);
  };
  const rotate = async (...more: string[]): Promise<void> => {
    await server.stop();
    await script('rotate-key', ['signing', ...more], { DATA_DIR: server.dataFolder });
    await server.startAgain();
  };
  await followed();
  await rotate();
  await followed();
  await page.getByText(proof.fits).waitFor();
  await rotate('--lost');
  await buyAndAsk(person);
  await person.open('/pages/user/proof');
  const alarm = page.getByRole('alert').filter({ hasText: proof.alarm_keyReplaced }).first();
  while (!(await alarm.isVisible())) {
    const answered = page.waitForResponse((response) => response.url().includes('/proof/heads'));
    await page.getByRole('button', { name: proof.again }).click();
    await answered;
  }
  await person.leave();
});

async function answerChanged(route: Route, change: (data: unknown) => unknown): Promise<void> {
  const response = await route.fetch();
  const body: { readonly data: unknown } = await response.json();
  await route.fulfill({ response, json: { ...body, data: change(body.data) } });
}
