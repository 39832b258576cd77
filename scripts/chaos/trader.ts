/** A client that trades with ids it writes down first, and asks again when it was not answered. */

export interface Ledger {
  /** Client id to order id, as answered. */
  readonly acknowledged: Map<string, string>;
  /** Ids of which the last answer is not known; each is asked again until it is. */
  readonly open: Set<string>;
  refused: number;
  askedAgain: number;
  /** Answers that contradict an earlier one to the same id. */
  readonly contradictions: string[];
}

export interface Exchange {
  /** Address of the server now; undefined while it is down. */
  url(): string | undefined;
  readonly isOver: () => boolean;
  /** An order that was sent at that time (`performance.now()`) was accepted. */
  onAccepted(sentAt: number): void;
}

export function createLedger(): Ledger {
  return { acknowledged: new Map(), open: new Set(), refused: 0, askedAgain: 0, contradictions: [] };
}

interface Placed {
  readonly code: number;
  readonly data?: { readonly order?: { readonly id: string } };
}

const PAUSE_MS = 110;
const RETRY_MS = 50;
const TIMEOUT_MS = 10_000;
const UNAVAILABLE = [-1900, -1901, -1500, -1502];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Trades until it is over, then asks until nothing is open. */
export async function trade(
  trader: { token: string; name: string; price: number },
  exchange: Exchange,
  ledger: Ledger,
): Promise<void> {
  for (let n = 0; !exchange.isOver(); n += 1) {
    const clientId = `${trader.name}-${String(n).padStart(6, '0')}`;
    // Every third fills, the others rest.
    const price = Math.round(trader.price * (n % 3 === 2 ? 1.02 : 0.9 + (n % 100) / 2_000));
    const body = new URLSearchParams({
      clientId,
      instrumentId: 'COIN_SIM:BTC-USDT',
      side: 'buy',
      type: 'limit',
      validity: n % 3 === 0 ? 'ioc' : 'gtc',
      price: `${price}.0`,
      quantity: '0.0001',
    }).toString();
    ledger.open.add(clientId);
    await askUntilAnswered({ clientId, body, token: trader.token }, exchange, ledger);
    await pause(PAUSE_MS);
  }
}

async function askUntilAnswered(
  order: { clientId: string; body: string; token: string },
  exchange: Exchange,
  ledger: Ledger,
): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    if (attempt > 0) ledger.askedAgain += 1;
    const sentAt = performance.now();
    const answer = await ask(order, exchange.url());
    if (answer === undefined || UNAVAILABLE.includes(answer.code)) {
      await pause(RETRY_MS);
      continue;
    }
    ledger.open.delete(order.clientId);
    const id = answer.data?.order?.id;
    if (answer.code !== 0 || id === undefined) {
      ledger.refused += 1;
      return;
    }
    exchange.onAccepted(sentAt);
    ledger.acknowledged.set(order.clientId, id);
    // Now and then the same again: one effect, one answer.
    if (Number(id) % 10 === 0) await askAgain(order, { id, exchange, ledger });
    return;
  }
}

async function askAgain(
  order: { clientId: string; body: string; token: string },
  known: { id: string; exchange: Exchange; ledger: Ledger },
): Promise<void> {
  const again = await ask(order, known.exchange.url());
  const id = again?.data?.order?.id;
  if (id !== undefined && id !== known.id)
    known.ledger.contradictions.push(`${order.clientId}: ${known.id}, then ${id}`);
}

/** Undefined when there was no answer. */
async function ask(
  order: { body: string; token: string },
  url: string | undefined,
): Promise<Placed | undefined> {
  if (url === undefined) return undefined;
  try {
    const response = await fetch(`${url}/ipop-api/coin/order/add`, {
      method: 'POST',
      headers: { accessToken: order.token, 'content-type': 'application/x-www-form-urlencoded' },
      body: order.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return await response.json();
  } catch {
    return undefined;
  }
}
