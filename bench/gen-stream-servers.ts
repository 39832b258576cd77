/**
 * The two servers of the stream bench: ours with a market
 * that only ticks, and one that sends each message by itself.
 */
import { createServer, type Server } from 'node:http';
import { quantity } from '@tarazu/core/values';
import { clientMessage, STREAM_PATH, type Ticker } from '@tarazu/protocol';
import { type WebSocket, WebSocketServer } from 'ws';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import type { EnginePort, Listing, MarketPort } from '../apps/server/src/ports.ts';
import { openStream } from '../apps/server/src/stream/stream.ts';

export interface StreamServer {
  readonly port: number;
  /** Every instrument's ticker changes once. */
  tick(): void;
}

export function instrumentName(index: number): string {
  return `COIN_SIM:C${String(index).padStart(3, '0')}-USDT`;
}

/** The product's own stream behind a real HTTP server. */
export async function startOurs(instruments: number): Promise<StreamServer> {
  const tickers = new Map(tickersOf(instruments).map((ticker) => [ticker.instrumentId, ticker]));
  const listeners = new Set<(changed: readonly Ticker[]) => void>();
  const httpServer = createServer();
  openStream({
    onUpgrade: (listener) => {
      httpServer.on('upgrade', listener);
      return () => httpServer.off('upgrade', listener);
    },
    engine: ENGINE,
    market: marketOf(tickers, listeners),
    heads: { newest: () => undefined, onHead: nothing },
    onWritten: nothing,
    clock: systemClock,
    findSession: () => 'unknown',
    onSessionEnded: () => () => undefined,
    isForeign: () => false,
    addressOf: () => '127.0.0.1',
    socketsPerAddress: 1,
  });
  const tick = (): void => {
    const changed = move(tickers);
    for (const listener of listeners) listener(changed);
  };
  return { port: await listening(httpServer), tick };
}

/**
 * The same messages, written as text once for all readers, each sent with a call of its own to each reader.
 */
export async function startOneByOne(instruments: number): Promise<StreamServer> {
  const tickers = new Map(tickersOf(instruments).map((ticker) => [ticker.instrumentId, ticker]));
  const readers = new Map<string, Set<WebSocket>>();
  const httpServer = createServer();
  const sockets = new WebSocketServer({ server: httpServer, path: STREAM_PATH });
  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const message = clientMessage.parse(JSON.parse(String(data)));
      if (message.type !== 'subscribe') return;
      for (const topic of message.topics) {
        const own = readers.get(topic) ?? new Set();
        readers.set(topic, own.add(socket));
      }
    });
    socket.on('close', () => {
      for (const own of readers.values()) own.delete(socket);
    });
  });
  let number = 0;
  const tick = (): void => {
    number += 1;
    for (const ticker of move(tickers)) {
      const topic = `ticker:${ticker.instrumentId}`;
      const text = JSON.stringify({ type: 'tickers', list: [ticker], topic, number, snapshot: false });
      for (const socket of readers.get(topic) ?? []) socket.send(text);
    }
  };
  return { port: await listening(httpServer), tick };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Invariant: it listens on a port.');
  return address.port;
}

function tickersOf(count: number): Ticker[] {
  return Array.from({ length: count }, (_, index) => ({
    instrumentId: instrumentName(index),
    price: '78000.0',
    change: '120.5',
    changePercent: '0.15',
    open: '77900.0',
    high: '78400.0',
    low: '77100.0',
    previousClose: '77879.5',
    volume: '1234.56789012',
    turnover: '96288000.12345678',
    bid: '77999.5',
    ask: '78000.5',
    atMs: Date.now(),
  }));
}

function move(tickers: Map<string, Ticker>): Ticker[] {
  const atMs = Date.now();
  const changed = Array.from(tickers.values(), (ticker) => {
    const price = (Number(ticker.price) + (Math.random() - 0.5) * 10).toFixed(1);
    return { ...ticker, price, atMs };
  });
  for (const ticker of changed) tickers.set(ticker.instrumentId, ticker);
  return changed;
}

function unused(): never {
  throw new Error('Invariant: the bench reads tickers and nothing else');
}

const nothing = (): (() => void) => () => undefined;

const ENGINE: EnginePort = {
  submit: unused,
  marketMaker: unused,
  check: unused,
  answerOf: unused,
  sweep: unused,
  book: unused,
  queue: unused,
  instrumentOf: unused,
  exposed: unused,
  exposure: unused,
  onEvents: nothing,
  onState: nothing,
};

function marketOf(
  tickers: ReadonlyMap<string, Ticker>,
  listeners: Set<(changed: readonly Ticker[]) => void>,
): MarketPort {
  return {
    hours: 'always',
    label: unused,
    origin: unused,
    pastMarkets: unused,
    yearRange: unused,
    listings: unused,
    listing: listingOf,
    ticker: (id) => tickers.get(id) ?? unused(),
    spark: unused,
    profile: unused,
    candles: unused,
    trades: unused,
    watch: () => undefined,
    watchCandles: unused,
    onTickers: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTrades: nothing,
    onCandle: nothing,
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
}

function listingOf(instrumentId: string): Listing {
  return {
    instrumentId,
    kind: 'spot',
    symbol: instrumentId,
    name: instrumentId,
    baseAsset: 'BTC',
    quoteAsset: 'USDT',
    priceScale: 1,
    baseScale: 8,
    quoteScale: 8,
    averageDailyVolume: quantity(1n),
  };
}
