/** Kill -9 while people trade: what was answered is there once, and the money still adds up. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type RunningServer, startServer } from './harness/server.ts';
import {
  checkOrders,
  openTraders,
  readMarket,
  type Trader,
  tradeUntilCut,
  whenServing,
} from './harness/traders.ts';
import { checkLedger } from './ledger-check.ts';

const TRADERS = 12;
/** Answers after which the kill comes: fewer than the limit of orders a second lets through. */
const ANSWERS = 70;
const INSTRUMENT = 'NSE_SIM:ARUNA';

let server: RunningServer;
before(async () => {
  server = await startServer();
});
after(() => server.dispose());

test('the server is killed while people trade: every answered order is there once', async () => {
  const traders = await tradeAndKill(() => server.kill());
  await server.startAgain();
  for (const trader of traders) await checkOrders(trader);
  await checkLedger(server.dataFolder);
});

test('the database is killed while people trade: every answered order is there once, and trading goes on', async () => {
  const killed = server.databaseProcessId();
  const traders = await tradeAndKill(() => process.kill(killed, 'SIGKILL'));
  await whenServing(firstOf(traders).client, INSTRUMENT);
  assert.notEqual(server.databaseProcessId(), killed, 'a new database process serves');
  for (const trader of traders) await checkOrders(trader);
  await checkLedger(server.dataFolder);
});

test('a clean stop ends with status 0 and a start brings everything back', async () => {
  const traders = await openTraders(server.url, 1);
  const market = await readMarket(firstOf(traders).client, INSTRUMENT);
  let answers = 0;
  await tradeUntilCut(firstOf(traders), market, {
    onAnswer: () => {
      answers += 1;
    },
    isOver: () => answers === 4,
  });
  assert.equal(await server.stop(), 0);
  await server.startAgain();
  for (const trader of traders) await checkOrders(trader);
  await checkLedger(server.dataFolder);
});

/** Lets everybody trade, kills in the middle of it, and waits until each of them has noticed. */
async function tradeAndKill(kill: () => unknown): Promise<Trader[]> {
  const traders = await openTraders(server.url, TRADERS);
  const market = await readMarket(firstOf(traders).client, INSTRUMENT);
  let answers = 0;
  let killing: unknown;
  const onAnswer = (): void => {
    answers += 1;
    if (answers === ANSWERS) killing = kill();
  };
  await Promise.all(
    traders.map((trader) => tradeUntilCut(trader, market, { onAnswer, isOver: () => false })),
  );
  await killing;
  assert.ok(answers >= ANSWERS, `people traded: ${answers} answers`);
  return traders;
}

function firstOf(traders: readonly Trader[]): Trader {
  const first = traders[0];
  assert.ok(first !== undefined);
  return first;
}
