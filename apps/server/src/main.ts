import { flushCompileCache } from 'node:module';
import { startHttpProcess } from '#gateway/own-process/child.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { createLogger } from '#platform/logging/logging.ts';
import type { App } from './app.ts';
import { checkSettings } from './settings-check.ts';

/**
 * Starts the server, says where it is open, and stops it when it is told to. What the rest of the program
 * needs is read while the database comes up: two tenths of a second that nobody waits for twice.
 */

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const STOPPED_HARD = 130;
const FAILED = 1;
const COMPILED_KEPT_MS = 5_000;

let app: App | undefined;
let isStopping = false;
const ending = new AbortController();

/** The first signal stops cleanly, the second at once. */
function stopOnSignal(): void {
  if (isStopping) process.exit(STOPPED_HARD);
  if (app === undefined) {
    // Stop during the start, which undoes what has been started; a standby ends at once.
    isStopping = true;
    say('Stopping after the start …');
    ending.abort();
    return;
  }
  void stopWith(0);
}

async function stopWith(exitCode: number): Promise<void> {
  isStopping = true;
  say('Stopping …');
  try {
    await app?.stop();
    say('Stopped.');
    process.exit(exitCode);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(FAILED);
  }
}

process.on('SIGTERM', stopOnSignal);
process.on('SIGINT', stopOnSignal);

function onFatal(cause: Error): void {
  process.stderr.write(`The server can't go on: ${cause.message}\n`);
  if (!isStopping) void stopWith(FAILED);
}

function sayWelcome(
  opened: App,
  config: Config,
  demoCash: { readonly INR: string; readonly USDT: string },
): void {
  const label = opened.market.label();
  const date = label.date === undefined ? '' : ` ${label.date}`;
  say(`The market is ${label.kind}${date}: its prices are not those of any exchange.`);
  if (label.isTest === true)
    say(
      'Its seed was given by hand (MARKET_SEED): whoever knows it knows its prices beforehand. For tests only.',
    );
  if (opened.isOutboxOpen) sayOutbox(opened, config);
  if (!opened.gateway.isWebBuilt)
    say('The app itself is not built: only the calls are served. "npm start" builds it.');
  say(`The calls are described at ${opened.url}/api`);
  say(
    `To try it, open it and enter the demo: ₹${demoCash.INR} and ${demoCash.USDT} USDT of practice money, no registration.`,
  );
  say(`Tarazu is open at ${opened.url}`);
}

/** Address with its key behind the `#`, which browsers hold back, as a proxy may look like this machine. */
function sayOutbox({ url, outboxKey }: App, config: Config): void {
  const missing = [config.smtpUrl === null && 'mail', config.smsWebhook === null && 'SMS'].filter(Boolean);
  say(`No ${missing.join(' or ')} service is set: its codes land in the sandbox outbox at ${url}/sandbox`);
  say(`From another machine, or through a proxy, it opens with its key: ${url}/sandbox#key=${outboxKey}`);
  if (config.publicUrl === null && config.trustedProxies === 0)
    say(
      'Behind a proxy on this machine set PUBLIC_URL and TRUST_PROXY: without them the outbox may open to everybody.',
    );
}

try {
  const config = readConfig(process.env);
  await checkSettings(config);
  const database = openDatabase({
    config,
    log: createLogger({ level: config.logLevel, destination: process.stderr }),
  });
  // The failure is heard where it is awaited.
  database.catch(() => undefined);
  const httpProcess = startHttpProcess();
  const { openApp } = await import('./app.ts');
  const { gatewayWith } = await import('#gateway/own-process/open.ts');
  const { DEMO_CASH_TEXT } = await import('#domains/account/index.ts');
  app = await openApp({
    config,
    database,
    signal: ending.signal,
    openGateway: gatewayWith(httpProcess),
    say,
    onFatal,
  });
  if (isStopping) await stopWith(0);
  else sayWelcome(app, config, DEMO_CASH_TEXT);
  // Node keeps what it compiled for the next start when it ends,
  // unless it is killed: so it does it now, out of the way.
  setTimeout(flushCompileCache, COMPILED_KEPT_MS).unref();
} catch (error) {
  if (isStopping && error instanceof Error && error.name === 'StandbyEnded') {
    say('Stopped.');
    process.exit(0);
  }
  // A reason that the person at the keyboard can act on is
  // printed as it is; a mistake of ours with its stack.
  const text =
    error instanceof StartupError ? error.message : error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${text}\n`);
  process.exit(FAILED);
}
