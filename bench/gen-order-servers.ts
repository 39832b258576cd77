/**
 * The servers that the order bench compares. All three are our gateway; they differ in what stands behind it.
 */
import { join } from 'node:path';
import type { Order, OrderPlace } from '@tarazu/core';
import { accountId, amount, instantMs, orderId, price, quantity } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import { openApp } from '../apps/server/src/app.ts';
import { placeOrder } from '../apps/server/src/domains/orders/index.ts';
import { LIMITS, type Limits } from '../apps/server/src/gateway/admission/limits.ts';
import { bind } from '../apps/server/src/gateway/binding.ts';
import { openGatewayHere } from '../apps/server/src/gateway/gateway.ts';
import { startHttpProcess } from '../apps/server/src/gateway/own-process/child.ts';
import { gatewayWith } from '../apps/server/src/gateway/own-process/open.ts';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { openDataDirectory } from '../apps/server/src/platform/config/data-directory.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import type { Answer, EnginePort, Listing, MarketPort, Session } from '../apps/server/src/ports.ts';
import { NAIVE_TABLES, placeOneByOne } from './naive/one-by-one.ts';

export interface BenchServer {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly price: number;
  stop(): Promise<void>;
}

const ACCOUNTS = 1_024;
const NAIVE_CONNECTIONS = 16;
const BTC_PRICE = 78_000;
/** The bench measures work, not limits. */
const UNLIMITED = {
  callsPerAddressPerSecond: 1e9,
  callsPerAccountPerSecond: 1e9,
  ordersPerSecond: 1e9,
  demoEntriesPerHour: 1e9,
};
/** How many calls are served at once where nobody sets it. */
export const PRODUCT_LIMITS: Pick<Limits, 'placesMin' | 'placesMax'> = LIMITS;
const ALL_LET_IN = { placesMin: 1e9, placesMax: 1e9 };

/** @param line how many are served at once; without it all that come. */
export async function startOurs(
  folder: string,
  line: Pick<Limits, 'placesMin' | 'placesMax'> = ALL_LET_IN,
): Promise<BenchServer> {
  const config = readConfig({
    DATA_DIR: folder,
    PORT: '0',
    METRICS_PORT: 'off',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
  });
  const { placesMin, placesMax } = line;
  const app = await openApp({
    config,
    limits: { ...UNLIMITED, placesMin, placesMax },
    openGateway: gatewayWith(startHttpProcess()),
  });
  const post = async (path: string, body = ''): Promise<Reply> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return (
      await fetch(`http://127.0.0.1:${app.port}/ipop-api${path}`, { method: 'POST', headers, body })
    ).json();
  };
  const tokens: string[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) tokens.push((await post('/user/demo')).data.demoToken ?? '');
  const info = await post('/coin/ticker', 'instrumentId=COIN_SIM:BTC-USDT');
  return { port: app.port, tokens, price: Number(info.data.price), stop: () => app.stop() };
}

interface Reply {
  readonly data: { readonly demoToken?: string; readonly price?: string };
}

/** Storage behind the plain gateway: nothing, a transaction for each order, or one with a chained journal. */
export type Behind = 'nothing' | 'orders' | 'journaledOrders';

export async function startPlain(options: {
  folder: string;
  behind: Behind;
  /** As a plain server is built; else with the HTTP side in a process of its own, as ours is. */
  isOneProcess: boolean;
}): Promise<BenchServer> {
  const { folder, behind } = options;
  const naive = behind === 'nothing' ? undefined : await openNaive(folder, behind === 'journaledOrders');
  const sessions = new Map(
    Array.from({ length: ACCOUNTS }, (_, n) => [
      `token-${n}-0123456789012345678901234567890123456789`.slice(0, 43),
      sessionOf(n + 1),
    ]),
  );
  let sequence = 0;
  const submit = async (command: OrderPlace): Promise<Answer> => {
    sequence += 1;
    if (naive) await naive.place(command);
    const atMs = Date.now();
    return {
      sequence,
      atMs,
      outcome: { ok: true, type: 'order', order: orderOf(command, { sequence, atMs }), fills: [] },
      duplicate: false,
    };
  };
  const trading = { engine: engineOf(submit), market: MARKET, clock: systemClock };
  const openGateway = options.isOneProcess ? openGatewayHere : gatewayWith(startHttpProcess());
  const gateway = await openGateway({
    operations: [OPERATIONS.coinOrderAdd],
    bindings: [bind(OPERATIONS.coinOrderAdd, (input, session) => placeOrder(trading, session, input))],
    sessions: { find: (token) => sessions.get(token) ?? 'unknown' },
    clock: systemClock,
    limits: { ...LIMITS, ...UNLIMITED, ...ALL_LET_IN },
    readiness: [],
    webFolder: options.folder,
    uploadFolder: join(options.folder, 'incoming'),
    version: 'bench',
    publicUrl: null,
    apiUrl: null,
    allowedOrigins: [],
    trustedProxies: 0,
    chatScript: null,
    onNotice: () => undefined,
    onBug: (error) => process.stderr.write(`${String(error)}\n`),
  });
  const port = await gateway.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await gateway.close();
    await naive?.stop();
  };
  return { port, tokens: [...sessions.keys()], price: BTC_PRICE, stop };
}

async function openNaive(
  folder: string,
  isJournaled: boolean,
): Promise<{ place: (command: OrderPlace) => Promise<unknown>; stop: () => Promise<void> }> {
  const directory = openDataDirectory(folder);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory.path,
    onExit: () => undefined,
    onLine: () => undefined,
  });
  const pool = createPool({
    connection: postgres.connection(),
    name: 'naive',
    connectionsMax: NAIVE_CONNECTIONS,
    onConnectionLost: () => undefined,
  });
  await pool.query(NAIVE_TABLES);
  await pool.query(
    'insert into naive_balance select n, 1000000000000000, 0 from generate_series(1, $1) as n',
    [ACCOUNTS],
  );
  const place = (command: OrderPlace): Promise<unknown> => {
    const { priceLimit = price(0n), quantity: units } = command;
    const cost = (priceLimit * units) / 10n;
    return placeOneByOne(
      pool,
      { ...command, price: priceLimit, quantity: units, cost: cost / 1_000n },
      { isJournaled },
    );
  };
  const stop = async (): Promise<void> => {
    await pool.end();
    await postgres.stop();
    directory.release();
  };
  return { place, stop };
}

function sessionOf(id: number): Session {
  return {
    sessionId: `session-${id}`,
    loginId: id,
    userId: String(id),
    environment: 'demo',
    accountId: accountId(id),
    guest: true,
  };
}

function orderOf(command: OrderPlace, place: { sequence: number; atMs: number }): Order {
  const { accountId: owner, clientId, instrumentId, side, orderType, validity, quantity: units } = command;
  return {
    id: orderId(place.sequence),
    accountId: owner,
    environment: 'demo',
    instrumentId,
    clientId,
    side,
    type: orderType,
    validity,
    priceLimit: command.priceLimit ?? price(0n),
    quantity: units,
    quantityFilled: quantity(0n),
    turnoverTaken: amount(0n),
    turnoverMade: amount(0n),
    charges: {},
    fillCount: 0,
    ruleVersion: 'spot-2026-04-01',
    spotFeeTier: 0,
    priority: place.sequence,
    placedAtMs: instantMs(place.atMs),
    state: { name: 'open', held: amount(740_000_000n) },
  };
}

function unused(): never {
  throw new Error('Invariant: the bench places orders and nothing else');
}

function engineOf(place: (command: OrderPlace) => Promise<Answer>): EnginePort {
  const submit: EnginePort['submit'] = (command) =>
    command.type === 'order.place' ? place(command) : unused();
  return {
    submit,
    marketMaker: unused,
    check: unused,
    answerOf: unused,
    sweep: unused,
    book: unused,
    queue: unused,
    instrumentOf: unused,
    exposed: unused,
    exposure: unused,
    onEvents: unused,
    onState: unused,
  };
}

const LISTING: Omit<Listing, 'averageDailyVolume'> = {
  instrumentId: 'COIN_SIM:BTC-USDT',
  kind: 'spot',
  symbol: 'BTC-USDT',
  name: 'Bitcoin',
  baseAsset: 'BTC',
  quoteAsset: 'USDT',
  priceScale: 1,
  baseScale: 8,
  quoteScale: 8,
};

const MARKET: MarketPort = {
  hours: 'always',
  label: unused,
  origin: unused,
  pastMarkets: unused,
  yearRange: unused,
  listings: unused,
  listing: () => ({ ...LISTING, averageDailyVolume: quantity(1n) }),
  ticker: unused,
  spark: unused,
  profile: unused,
  candles: unused,
  trades: unused,
  watch: () => undefined,
  watchCandles: unused,
  onTickers: unused,
  onTrades: unused,
  onCandle: unused,
  halt: unused,
  corporateActions: unused,
  worthChanges: unused,
  currencyRate: unused,
  auctionEnds: unused,
  intraday: () => undefined,
  newestSquareOffAtMs: unused,
  proceeds: unused,
  today: () => undefined,
  ageMs: () => 0,
  takesOrders: () => true,
  takesAfterMarket: unused,
  rules: { at: unused },
};
