/**
 * One customer of the real server: signs in before the
 * journal grows, and orders as soon as the server is back.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { VictimServer } from '../scripts/chaos/server.ts';

interface Reply {
  readonly code: number;
  readonly data?: { readonly demoToken?: string; readonly price?: string };
}

export const TRADED = ['COIN_SIM:BTC-USDT', 'COIN_SIM:ETH-USDT', 'NSE_SIM:ARUNA'] as const;
const [ORDERED] = TRADED;
const RETRY_MS = 10;
/** So far below the market that it rests. */
const PRICE_SHARE = 0.9;

let priceOrdered = '';
let orders = 0;

/** The demo's token, and the price of each instrument that the simulated order flow will trade. */
export async function signIn(url: string): Promise<{ token: string; prices: Record<string, string> }> {
  const token = (await call(`${url}/ipop-api/user/demo`, '')).data?.demoToken;
  if (token === undefined) throw new Error('Invariant: the demo gives a token.');
  const prices: Record<string, string> = {};
  for (const instrumentId of TRADED) prices[instrumentId] = await priceOf(url, instrumentId);
  return { token, prices };
}

async function priceOf(url: string, instrumentId: string): Promise<string> {
  const named = `instrumentId=${encodeURIComponent(instrumentId)}`;
  const reply = instrumentId.startsWith('COIN')
    ? await call(`${url}/ipop-api/coin/ticker`, named)
    : await (await fetch(`${url}/ipop-api/stock/index/info?${named}`)).json();
  if (reply.data?.price === undefined) throw new Error(`Invariant: ${instrumentId} has a price.`);
  return reply.data.price;
}

/** Asks until an order is accepted. Each is a new one: an old answer given again would prove nothing. */
export async function firstAccepted(victim: VictimServer, token: string): Promise<void> {
  const url = victim.url();
  if (url === undefined) throw new Error('Invariant: the server is open.');
  if (priceOrdered === '') priceOrdered = await priceOf(url, ORDERED);
  for (;;) {
    orders += 1;
    const body = new URLSearchParams({
      clientId: `recovery-${Date.now().toString(36)}-${orders}`,
      instrumentId: ORDERED,
      side: 'buy',
      type: 'limit',
      validity: 'ioc',
      price: `${Math.round(Number(priceOrdered) * PRICE_SHARE)}.0`,
      quantity: '0.0001',
    });
    const { code } = await call(`${url}/ipop-api/coin/order/add`, body.toString(), token);
    if (code === 0) return;
    await pause(RETRY_MS);
  }
}

async function call(url: string, body: string, token?: string): Promise<Reply> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(token === undefined ? {} : { accessToken: token }),
  };
  return (await fetch(url, { method: 'POST', headers, body })).json();
}
