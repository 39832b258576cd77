/** People who trade without looking: each sends one order after the other until the line goes dead. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { type Client, enterDemo, type Input, newClientId, type Output } from './client.ts';

export interface Trader {
  readonly client: Client;
  /** Every order by its client id, with the answer where one came. */
  readonly sent: Map<string, { readonly input: Input<'stockBuy'>; answer: Output<'stockBuy'> | undefined }>;
}

export interface Market {
  readonly instrumentId: string;
  /** A price far below the market, at which an order rests. */
  readonly restingPrice: string;
}

export async function openTraders(url: string, count: number): Promise<Trader[]> {
  const guests = await Promise.all(Array.from({ length: count }, () => enterDemo(url)));
  return guests.map(({ client }) => ({ client, sent: new Map() }));
}

export async function readMarket(client: Client, instrumentId: string): Promise<Market> {
  const { band, price } = await client.call('stockInfo', { instrumentId });
  return { instrumentId, restingPrice: band?.priceLow ?? price };
}

/**
 * Sends orders, every second one resting, until an answer fails to come or `isOver` says so; tells of each
 * answer. Gives the reason for which it stopped.
 */
export async function tradeUntilCut(
  trader: Trader,
  market: Market,
  listen: { readonly onAnswer: () => void; readonly isOver: () => boolean },
): Promise<'cut' | 'over'> {
  while (!listen.isOver()) {
    const clientId = newClientId();
    const isResting = trader.sent.size % 2 === 1;
    const common = { clientId, instrumentId: market.instrumentId, quantity: '1' } as const;
    const input: Input<'stockBuy'> = isResting
      ? { ...common, type: 'limit', validity: 'day', price: market.restingPrice }
      : { ...common, type: 'market', validity: 'ioc' };
    const entry: { input: Input<'stockBuy'>; answer: Output<'stockBuy'> | undefined } = {
      input,
      answer: undefined,
    };
    trader.sent.set(clientId, entry);
    const envelope = await trader.client.ask('stockBuy', input).catch(() => undefined);
    if (envelope === undefined) return 'cut';
    if (envelope.reason === 'UNAVAILABLE' || envelope.reason === 'OVERLOADED') return 'cut';
    if (envelope.reason === 'ORDER_RATE') {
      trader.sent.delete(clientId);
      return 'over';
    }
    assert.ok(
      envelope.code === 0 && envelope.data !== undefined,
      `an order was refused: ${JSON.stringify(envelope)}`,
    );
    entry.answer = envelope.data;
    listen.onAnswer();
  }
  return 'over';
}

/**
 * An answered order is there, once and as it was answered; an unanswered one can be sent again with one
 * effect in all.
 */
export async function checkOrders(trader: Trader): Promise<void> {
  const before = await ordersByClientId(trader.client);
  for (const [clientId, { answer }] of trader.sent) {
    if (answer === undefined) continue;
    const orders = before.get(clientId) ?? [];
    assert.deepEqual(
      orders.map(({ id }) => id),
      [answer.order.id],
      `${clientId} was answered, so it is there once`,
    );
    assert.equal(orders[0]?.quantityFilled, answer.order.quantityFilled, `${clientId} is as it was answered`);
  }
  for (const [clientId, { input, answer }] of trader.sent) {
    const again = await sendAgain(trader.client, input);
    if (answer === undefined) continue;
    assert.deepEqual(
      [again.order.id, again.duplicate],
      [answer.order.id, true],
      `${clientId} sent again changes nothing`,
    );
  }
  const after = await ordersByClientId(trader.client);
  for (const clientId of trader.sent.keys())
    assert.equal(after.get(clientId)?.length, 1, `${clientId} is there once`);
  assert.equal(after.size, trader.sent.size, 'nothing is there that was not sent');
}

/** Waits as long as the server asks for, where too many orders came in one second. */
async function sendAgain(client: Client, input: Input<'stockBuy'>): Promise<Output<'stockBuy'>> {
  for (;;) {
    const envelope = await client.ask('stockBuy', input);
    if (envelope.reason === 'ORDER_RATE' && envelope.retryAfterMs !== undefined)
      await delay(envelope.retryAfterMs);
    else {
      assert.ok(
        envelope.code === 0 && envelope.data !== undefined,
        `sent again, refused: ${JSON.stringify(envelope)}`,
      );
      return envelope.data;
    }
  }
}

async function ordersByClientId(client: Client): Promise<Map<string, Output<'stockOrders'>['list']>> {
  const orders = new Map<string, Output<'stockOrders'>['list']>();
  let cursor: string | undefined;
  do {
    const page = await client.call('stockOrders', { limit: '100', cursor });
    for (const order of page.list) orders.set(order.clientId, [...(orders.get(order.clientId) ?? []), order]);
    cursor = page.next;
  } while (cursor !== undefined);
  return orders;
}

const SERVING_MS_MAX = 60_000;
const SERVING_POLL_MS = 50;

/**
 * The server says itself when it takes orders again; the
 * house, whose quotes are not kept, has then to quote anew.
 */
export async function whenServing(client: Client, instrumentId: string): Promise<void> {
  const lastMs = Date.now() + SERVING_MS_MAX;
  for (;;) {
    const { status } = await fetch(`${client.url}/readyz`);
    const book = status === 200 ? await client.call('stockBooks', { instrumentId }) : undefined;
    if (book !== undefined && book.asks.length > 0) return;
    assert.ok(Date.now() < lastMs, 'the server becomes ready again');
    // As a load balancer asks: a server that is not ready has no event for who is outside.
    await delay(SERVING_POLL_MS);
  }
}
