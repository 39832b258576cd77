import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatDecimal, instrumentId } from '@tarazu/core/values';
import { API_PREFIX, OPERATIONS, type OperationName } from '@tarazu/protocol';
import type { FastifyInstance } from 'fastify';
import { type App, type AppOptions, openApp } from '#app.ts';
import { type GatewayHere, type GatewayOptions, openGatewayHere } from '#gateway/gateway.ts';
import { readConfig } from '#platform/config/config.ts';
import { openTestDatabase, type TestDatabase } from '#platform/database/test-database.ts';
import type { Clock } from '#platform/time/clock.ts';
import { closedOutside } from '#rails/outside.ts';
import { testClock } from '#test-clock.ts';

/** A whole server on a database of its own, called through HTTP injection: for tests. */
export interface TestApp extends TestCaller {
  readonly app: App;
  /** For HTTP injection past `call`. */
  readonly fastify: FastifyInstance;
  readonly database: TestDatabase;
  /** File of its secret key, for what the commands of the machine do. */
  readonly secretKeyFile: string;
  /** Folder of all that the server keeps beside its database. */
  readonly dataDirectory: string;
  /** Lets time pass for everything that reads the clock. */
  advance(byMs: number): void;
  /** From now on it is this time and stays it, however slow the machine is: only `advance` goes on. */
  standAt(nowMs: number): void;
  nowMs(): number;
  monotonicMs(): number;
}

export interface TestCaller {
  call(name: OperationName, fields?: Fields, options?: CallOptions): Promise<TestReply>;
}

export type Fields = Readonly<Record<string, string>>;

export interface CallOptions {
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Another address than this machine's, so that limits by address apply. */
  readonly address?: string;
  /** The form as it stands, instead of the fields. */
  readonly formText?: string;
}

export interface TestReply {
  readonly status: number;
  readonly code: number;
  readonly reason: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  /** Of the data of a success. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
}

const MUCH = 1_000_000;

/** Call it at the top level of a test file. */
export async function openTestApp(
  options: Partial<AppOptions> & { readonly environment?: Record<string, string> } = {},
): Promise<TestApp> {
  const database = await openTestDatabase();
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tarazu-app-'));
  let aheadMs = 0;
  let passedMs = 0;
  let standsAtMs: number | undefined;
  const clock: Clock = {
    nowMs: () => (standsAtMs ?? testClock.nowMs()) + aheadMs,
    monotonicMs: () => testClock.monotonicMs() + passedMs,
  };
  const config = readConfig({
    DATA_DIR: dataDirectory,
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.url,
    PORT: '0',
    METRICS_PORT: 'off',
    MARKET_SEED: '136',
    LOG_LEVEL: 'fatal',
    ...options.environment,
  });
  // A test machine may be busy with something else; only what a test is about may be refused.
  const unbounded = Number.POSITIVE_INFINITY;
  const limits = {
    placesMin: unbounded,
    placesMax: unbounded,
    readsShareOfTime: MUCH,
    callerShareOfTime: MUCH,
    sharedShareOfTime: MUCH,
    answersFreshMs: 0,
    ...options.limits,
  };
  let gateway: GatewayHere | undefined;
  const openGateway = async (of: GatewayOptions): Promise<GatewayHere> => {
    gateway = await openGatewayHere(of);
    return gateway;
  };
  const given = { outside: closedOutside(), ...options };
  const app = await openApp({ config, clock, areOutputsChecked: true, openGateway, ...given, limits });
  assert(gateway, 'Invariant: an open app has its gateway');
  const { fastify } = gateway;
  database.beforeClose(async () => {
    // The invariants hold at the end of each test, whatever it did.
    const broken = await app.engine.checkNow();
    await app.stop();
    assert.equal(broken, undefined);
    rmSync(dataDirectory, { recursive: true, force: true });
  });
  return {
    app,
    fastify,
    database,
    secretKeyFile: config.secretKeyFile,
    dataDirectory,
    advance: (byMs) => {
      aheadMs += byMs;
      passedMs += byMs;
    },
    standAt: (nowMs) => {
      standsAtMs = nowMs;
      aheadMs = 0;
    },
    nowMs: () => clock.nowMs(),
    monotonicMs: () => clock.monotonicMs(),
    call: (name, fields = {}, callOptions = {}) => inject(fastify, { name, fields, options: callOptions }),
  };
}

async function inject(
  fastify: FastifyInstance,
  call: { readonly name: OperationName; readonly fields: Fields; readonly options: CallOptions },
): Promise<TestReply> {
  const { method, path } = OPERATIONS[call.name];
  const { token, headers, address, formText } = call.options;
  const form = formText ?? new URLSearchParams(call.fields).toString();
  const response = await fastify.inject({
    method,
    url: API_PREFIX + path + (method === 'GET' && form !== '' ? `?${form}` : ''),
    remoteAddress: address ?? '127.0.0.1',
    headers: {
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(token === undefined ? {} : { accesstoken: token }),
      ...headers,
    },
    ...(method === 'POST' ? { payload: form } : {}),
  });
  const body = recordOf(response.json());
  const reason = body['reason'];
  return {
    status: response.statusCode,
    code: Number(body['code']),
    reason: typeof reason === 'string' ? reason : undefined,
    body,
    data: recordOf(body['data']),
    headers: response.headers,
  };
}

/** An object's own fields; none for anything else. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** A field that must be text. */
export function textOf(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  if (typeof value !== 'string') throw new Error(`Condition: ${name} is text, not ${JSON.stringify(value)}`);
  return value;
}

/** Enters the demo and gives its token. */
export async function enterDemo(caller: TestCaller): Promise<string> {
  return textOf((await caller.call('demoEnter')).data, 'demoToken');
}

/**
 * Books in which the market maker does not stand. Where the value of a share lies outside its
 * price limits, it stands on the side that the limits leave: which shares do differs from day to day.
 */
export function emptyBooks({ market, engine }: Pick<App, 'market' | 'engine'>): string[] {
  return market
    .listings()
    .filter(({ kind }) => kind !== 'index')
    .flatMap(({ instrumentId: id }) =>
      (['real', 'demo'] as const).map((environment) => ({ environment, id })),
    )
    .filter(({ environment, id }) => {
      const { bids, asks } = engine.book(instrumentId(id), environment, 1);
      const { band, priceScale } = market.profile(id);
      const best = (levels: typeof bids) => levels[0] && formatDecimal(levels[0].price, priceScale);
      const isAtLimit = band && (best(asks) === band.priceLow || best(bids) === band.priceHigh);
      return !isAtLimit && (bids.length === 0 || asks.length === 0);
    })
    .map(({ environment, id }) => `${environment} ${id}`);
}

/**
 * Resolves when the market maker stands in its books: at
 * once, unless the server opened or recovered just now.
 */
export async function booksQuoted({ market, engine }: Pick<App, 'market' | 'engine'>): Promise<void> {
  while (!market.areBooksQuoted()) {
    await new Promise<void>((resolve) => {
      const stop = engine.onEvents(() => {
        stop();
        resolve();
      });
    });
  }
}
