// Example that reads balances and places one order with an API key, on Node 20 or newer and nothing else:
//   TARAZU_URL=https://host TARAZU_KEY=id TARAZU_SECRET=secret node example.mjs
import { createHmac, randomUUID } from 'node:crypto';

const { TARAZU_URL = 'http://localhost:8080', TARAZU_KEY = '', TARAZU_SECRET = '' } = process.env;

async function call(method, path, fields = {}) {
  const text = new URLSearchParams(fields).toString();
  const atMs = Date.now();
  // Time, method, path and fields exactly as they are sent, on three lines.
  const signed = [atMs, `${method} /ipop-api${path}`, text].join('\n');
  const secret = Buffer.from(TARAZU_SECRET, 'base64url');
  const signature = createHmac('sha256', secret).update(signed).digest('base64url');
  const isPost = method === 'POST';
  const address = `${TARAZU_URL}/ipop-api${path}${isPost || text === '' ? '' : `?${text}`}`;
  const response = await fetch(address, {
    method,
    headers: {
      accesstoken: `key.${TARAZU_KEY}.${atMs}.${signature}`,
      ...(isPost && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(isPost && { body: text }),
  });
  const { code, reason, msg, fix, data } = await response.json();
  if (code !== 0) throw new Error(`${reason}: ${msg} ${fix}`);
  return data;
}

const { spot } = await call('POST', '/coin/assets');
console.log('Balances:', spot.map(({ asset, available }) => `${available} ${asset}`).join(', '));

const ticker = await call('POST', '/coin/ticker', { instrumentId: 'COIN_SIM:BTC-USDT' });
// Well below the market, so that the order rests.
const price = String(Math.floor(Number(ticker.price) * 0.9));

const { order } = await call('POST', '/coin/order/add', {
  instrumentId: 'COIN_SIM:BTC-USDT',
  side: 'buy',
  type: 'limit',
  validity: 'gtc',
  price,
  quantity: '0.001',
  // The same id again is the same order: a lost answer can be asked for.
  clientId: randomUUID(),
});
console.log('Order:', order.id, order.state);

await call('POST', '/coin/order/close', { id: order.id });
console.log('Cancelled.');
