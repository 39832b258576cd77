import assert from 'node:assert/strict';
import { instrumentId } from '@tarazu/core/values';
import type { OperationName } from '@tarazu/protocol';
import type { AppOptions } from '#app.ts';
import type { AuditResult } from '#engine/audit/audit.ts';
import { auditNow } from '#engine/audit/test-audit.ts';
import {
  enterDemo,
  type Fields,
  openTestApp,
  recordOf,
  type TestApp,
  type TestReply,
  textOf,
} from '#test-app.ts';
import { next, shown } from '#test-events.ts';

export type Row = Readonly<Record<string, unknown>>;

/**
 * A whole server with customers of the demo environment who may trade as fast as the test likes: for tests.
 */
export interface Trader extends TestApp {
  enter(): Promise<Customer>;
}

/** Somebody with a token. */
export class Customer {
  readonly token: string;
  readonly #app: TestApp;
  #orders = 0;

  constructor(app: TestApp, token: string) {
    this.#app = app;
    this.token = token;
  }

  call(name: OperationName, fields: Fields = {}): Promise<TestReply> {
    return this.#app.call(name, fields, { token: this.token });
  }

  /** The data of a call that must succeed. */
  async read(name: OperationName, fields: Fields = {}): Promise<Row> {
    const reply = await this.call(name, fields);
    assert.equal(reply.code, 0, `${name} ${JSON.stringify(fields)}: ${JSON.stringify(reply.body)}`);
    return reply.data;
  }

  list(name: OperationName, fields: Fields = {}): Promise<Row[]> {
    return this.read(name, fields).then((data) => rowsOf(data, 'list'));
  }

  /** The holding of a share; undefined for nothing. */
  async holding(instrumentId: string): Promise<Row | undefined> {
    return (await this.list('stockHoldings')).find((row) => row['instrumentId'] === instrumentId);
  }

  async noticeTitles(): Promise<string[]> {
    return (await this.list('noticeList')).map((row) => textOf(row, 'title'));
  }

  clientId(): string {
    this.#orders += 1;
    return `order-${String(this.#orders).padStart(6, '0')}`;
  }

  /** An order for a share, sent again while the market has not ticked since the clock was put forward. */
  stock(side: 'buy' | 'sell', fields: Fields): Promise<TestReply> {
    return this.#onFreshPrice(() => this.stockOnce(side, fields));
  }

  /** An order for a coin, sent again as one for a share is. */
  coin(side: 'buy' | 'sell', fields: Fields): Promise<TestReply> {
    return this.#onFreshPrice(() => this.coinOnce(side, fields));
  }

  stockOnce(side: 'buy' | 'sell', fields: Fields): Promise<TestReply> {
    const ticket = {
      clientId: this.clientId(),
      instrumentId: STOCK,
      type: 'market',
      validity: 'ioc',
      quantity: '1',
    };
    return this.call(side === 'buy' ? 'stockBuy' : 'stockSell', { ...ticket, ...fields });
  }

  coinOnce(side: 'buy' | 'sell', fields: Fields): Promise<TestReply> {
    const ticket = {
      clientId: this.clientId(),
      instrumentId: COIN,
      type: 'market',
      validity: 'ioc',
      quantity: '0.01',
    };
    return this.call('coinOrderAdd', { side, ...ticket, ...fields });
  }

  async #onFreshPrice(order: () => Promise<TestReply>): Promise<TestReply> {
    for (let tries = 1; ; tries += 1) {
      const reply = await order();
      if (reply.reason !== 'STALE_PRICE' || tries === TRIES_MAX) return reply;
      await next(
        (tell) => this.#app.app.market.onTickers(tell),
        () => true,
      );
    }
  }
}

export const STOCK = 'NSE_SIM:ARUNA';
export const COIN = 'COIN_SIM:BTC-USDT';
/** A coin whose quotes stand for seconds with ticks free between them: for customers who meet there. */
export const STEADY_COIN = 'COIN_SIM:TRX-USDT';
export const STEADY_TICK = 0.0001;
/** How often a market order that met no quotes is sent again. */
const TRIES_MAX = 10;

/** Call it at the top level of a test file. */
export async function openTrader(
  options: Partial<AppOptions> & { readonly environment?: Record<string, string> } = {},
): Promise<Trader> {
  const many = 1_000_000;
  const limits = {
    callsPerAccountPerSecond: many,
    callsPerAddressPerSecond: many,
    ordersPerSecond: many,
    demoEntriesPerHour: many,
    guestsMax: many,
    ...options.limits,
  };
  const app = await openTestApp({ ...options, limits });
  return { ...app, enter: async () => new Customer(app, await enterDemo(app)) };
}

/** When the market has quoted instruments at the time that the clock shows now, all at once. */
export async function quoted({ app }: TestApp, ...ids: string[]): Promise<void> {
  const isQuoted = (id: string): boolean => {
    const { bids, asks } = app.engine.book(instrumentId(id), 'demo', 1);
    return app.market.ageMs(id) < 1_000 && bids.length > 0 && asks.length > 0;
  };
  const asked = ids.length === 0 ? [STOCK] : ids;
  await shown(app.market, () => asked.every(isQuoted));
}

/**
 * A market order's outcome once the instruments have quotes. Quotes that were there when looked at can be
 * taken back, or age, before the order arrives: it is sent again at the next tickers, as a person would.
 */
export async function traded(
  trader: TestApp,
  ids: readonly string[],
  order: () => Promise<TestReply>,
): Promise<Placed> {
  for (let tries = 1; ; tries += 1) {
    await quoted(trader, ...ids);
    const reply = await order();
    const passes = reply.reason === 'NO_LIQUIDITY' || reply.reason === 'STALE_PRICE';
    if (!passes || tries === TRIES_MAX) return placed(reply);
    await next(
      (tell) => trader.app.market.onTickers(tell),
      () => true,
    );
  }
}

/** The verdict of a replay of the whole journal on the tables. */
export function replayed({ database }: TestApp): Promise<AuditResult> {
  return auditNow(database.pool);
}

export type Placed = {
  readonly order: Row;
  readonly fills: readonly Row[];
  readonly duplicate: boolean;
};

/** The order and the fills of a placed order. */
export function placed(reply: TestReply): Placed {
  assert.equal(reply.code, 0, JSON.stringify(reply.body));
  return {
    order: recordOf(reply.data['order']),
    fills: rowsOf(reply.data, 'fills'),
    duplicate: reply.data['duplicate'] === true,
  };
}

export function rowsOf(data: Row, name: string): Row[] {
  const list = data[name];
  assert.ok(Array.isArray(list), `${name} is a list`);
  return list.map(recordOf);
}

/** Decimal text as an integer at its own decimals: sums must be exact. */
export function units(row: Row, name: string): bigint {
  return BigInt(textOf(row, name).replace('.', ''));
}

export function sum(rows: readonly Row[], name: string): bigint {
  return rows.reduce((total, row) => total + units(row, name), 0n);
}
