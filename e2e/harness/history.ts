/**
 * A demo account with a past: shares and coins bought and sold,
 * orders that rest, a watchlist; and addresses that show it.
 */
import { type Client, createClient, enterDemo, type Guest, newClientId } from './client.ts';

const IST_OFFSET_MS = 19_800_000;
const STOCK = 'NSE_SIM:ARUNA';
const COIN = 'COIN_SIM:BTC-USDT';
const WATCHED = {
  stocks: [STOCK, 'NSE_SIM:SUTRATEK', 'NSE_SIM:URJANET'],
  coins: [COIN, 'COIN_SIM:ETH-USDT'],
};

export async function openGuestWithHistory(url: string): Promise<Guest> {
  const guest = await enterDemo(url);
  const { client } = guest;
  for (const instrumentId of WATCHED.stocks) await client.call('stockCollectAdd', { instrumentId });
  for (const instrumentId of WATCHED.coins) await client.call('coinCollectAdd', { instrumentId });
  await client.call('alertAdd', { instrumentId: STOCK, condition: 'above', level: '9999' });
  await client.call('alertAdd', { instrumentId: COIN, condition: 'fall', level: '20' });
  await tradeStocks(client);
  await tradeCoins(client);
  return guest;
}

async function tradeStocks(client: Client): Promise<void> {
  const atMarket = { type: 'market', validity: 'ioc' } as const;
  await client.call('stockBuy', {
    clientId: newClientId(),
    instrumentId: STOCK,
    quantity: '12',
    ...atMarket,
  });
  await client.call('stockSell', {
    clientId: newClientId(),
    instrumentId: 'NSE_SIM:URJANET',
    quantity: '20',
    ...atMarket,
  });
  await client.call('stockSell', {
    clientId: newClientId(),
    instrumentId: 'NSE_SIM:SUTRATEK',
    quantity: '4',
    product: 'MIS',
    ...atMarket,
  });
  const resting = {
    clientId: newClientId(),
    instrumentId: STOCK,
    type: 'limit',
    validity: 'day',
    quantity: '5',
  } as const;
  await client.call('stockBuy', { ...resting, price: await lowestPrice(client, STOCK) });
  const cancelled = await client.call('stockBuy', {
    ...resting,
    clientId: newClientId(),
    price: await lowestPrice(client, STOCK),
  });
  await client.call('stockCancel', { id: cancelled.order.id });
}

async function tradeCoins(client: Client): Promise<void> {
  const common = { instrumentId: COIN, side: 'buy' } as const;
  await client.call('coinOrderAdd', {
    clientId: newClientId(),
    ...common,
    type: 'market',
    validity: 'ioc',
    quantity: '0.01',
  });
  const { bids } = await client.call('coinBooks', { instrumentId: COIN });
  const price = bids.at(-1)?.[0] ?? '1';
  await client.call('coinOrderAdd', {
    clientId: newClientId(),
    ...common,
    type: 'limit',
    validity: 'gtc',
    price,
    quantity: '0.005',
  });
}

/** The price at which an order to buy rests: at the foot of today's band. */
async function lowestPrice(client: Client, instrumentId: string): Promise<string> {
  const { band, price } = await client.call('stockInfo', { instrumentId });
  return band?.priceLow ?? price;
}

/** The query of each page that shows one thing. */
export async function queriesOf(url: string): Promise<Record<string, string>> {
  const visitor = createClient(url);
  const news = await visitor.call('news', { limit: '1' });
  const notices = await visitor.call('platformNotices', { limit: '1' });
  const indices = await visitor.call('indicesList', {});
  const stock = `?instrumentId=${encodeURIComponent(STOCK)}`;
  const coin = `?instrumentId=${encodeURIComponent(COIN)}`;
  return {
    'news/detail': `?id=${news.list[0]?.id ?? ''}`,
    'notice/detail': `?id=${notices.list[0]?.id ?? ''}&kind=platform`,
    'places/open': '?latitude=22.6&longitude=88.4&name=Branch',
    'user/dayNote': `?day=${new Date(Date.now() + IST_OFFSET_MS).toISOString().slice(0, 10)}`,
    'stock/stockKline': stock,
    'stock/order': stock,
    'stock/index': `?instrumentId=${encodeURIComponent(indices.list[0]?.instrumentId ?? '')}`,
    'coin/index': coin,
    'coin/coinKline': coin,
  };
}
