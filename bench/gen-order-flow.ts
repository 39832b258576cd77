/**
 * Customers who trade with each other through the engine itself, so that a bench's database holds what a
 * product's would: accounts, orders that rest, fills, lots, and a journal that `npm run audit` accepts.
 */
import type { AccountGrants, Command, Instrument, OrderPlace } from '@tarazu/core';
import {
  type AccountId,
  accountId,
  amount,
  assetId,
  type OrderId,
  parseClientId,
  price,
  quantity,
  type Side,
} from '@tarazu/core/values';
import type { Answer, EnginePort } from '../apps/server/src/ports.ts';
import { createRandom, type Random } from './load/random.ts';

/** Instrument and price of the orders, which rest around that price and cross it. */
export interface Traded {
  readonly instrument: Instrument;
  /** In the smallest unit of the instrument's price. */
  readonly price: bigint;
}

export interface OrderFlowOptions {
  readonly engine: Pick<EnginePort, 'submit'>;
  readonly traded: readonly Traded[];
  readonly accountIdFirst: number;
  readonly accounts: number;
  /** Orders that rest when the simulated order flow is at ease; from then on as many go as come. */
  readonly openOrders: number;
  readonly seed: number;
  /** Begins every client id: another for each flow on one database. */
  readonly name: string;
}

interface OpenOrder {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
}

/** Ten thousand of a coin with eight decimals: a million accounts of it stay within an int8. */
const RICH = 1_000_000_000_000n;
const COMMANDS_AT_ONCE = 2_000;
const LOTS_MAX = 5;
/** Orders rest up to three percent away, beyond what a book that is quoted again would touch at once. */
const AWAY_BPS_MIN = 20;
const AWAY_BPS_SPREAD = 280;

/** Trades, deterministically for a seed, until it is told to stop. */
export class OrderFlow {
  readonly #options: OrderFlowOptions;
  readonly #random: Random;
  readonly #open: OpenOrder[] = [];
  #orders = 0;
  #accepted = 0;
  #refused = 0;

  constructor(options: OrderFlowOptions) {
    this.#options = options;
    this.#random = createRandom(options.seed);
  }

  get openOrders(): number {
    return this.#open.length;
  }

  /** Orders and cancels that were done; each has its postings. */
  get accepted(): number {
    return this.#accepted;
  }

  get refused(): number {
    return this.#refused;
  }

  /** Opens the accounts, each with more than it can spend; gives the number of the journal's last command. */
  async enter(): Promise<number> {
    const { accounts, accountIdFirst } = this.#options;
    const grants = this.#grants();
    let sequence = 0;
    for (let from = 0; from < accounts; from += COMMANDS_AT_ONCE) {
      const count = Math.min(COMMANDS_AT_ONCE, accounts - from);
      const commands = Array.from({ length: count }, (_, n): Command => {
        const id = accountId(accountIdFirst + from + n);
        return { type: 'account.open', accountId: id, environment: 'demo', grants };
      });
      sequence = await this.#submit(commands);
    }
    return sequence;
  }

  /** One round of commands, durable when it answers; gives the number of the journal's last one. */
  trade(count = COMMANDS_AT_ONCE): Promise<number> {
    return this.#submit(Array.from({ length: count }, () => this.#next()));
  }

  /** Two rounds are under way at any time, so that the writer never waits for the simulated order flow. */
  async tradeUntil(sequenceLast: number, onProgress: (sequence: number) => void): Promise<number> {
    let ahead = this.trade();
    for (;;) {
      const following = this.trade();
      const sequence = await ahead;
      onProgress(sequence);
      if (sequence >= sequenceLast) return await following;
      ahead = following;
    }
  }

  async #submit(commands: readonly Command[]): Promise<number> {
    const answers = await Promise.all(commands.map((command) => this.#options.engine.submit(command)));
    for (const answer of answers) this.#note(answer);
    return Math.max(...answers.map(({ sequence }) => sequence));
  }

  #note({ outcome }: Answer): void {
    if (!outcome.ok) this.#refused += 1;
    else if (outcome.type === 'order') {
      this.#accepted += 1;
      const { id, accountId: owner, state } = outcome.order;
      if (state.name === 'open' || state.name === 'partial')
        this.#open.push({ accountId: owner, orderId: id });
    }
  }

  #next(): Command {
    const chance = this.#random.below(100);
    const isFull = this.#open.length >= this.#options.openOrders;
    if (chance < 15 || (isFull && chance < 50)) return this.#cancel() ?? this.#order('rests');
    return this.#order(chance < 75 ? 'rests' : 'crosses');
  }

  /** The order may have been filled since; then the cancel is refused, as it would be for a person. */
  #cancel(): Command | undefined {
    const index = this.#random.below(this.#open.length);
    const chosen = this.#open[index];
    const last = this.#open.pop();
    if (!chosen || !last) return undefined;
    if (index < this.#open.length) this.#open[index] = last;
    return { type: 'order.cancel', ...chosen };
  }

  #order(does: 'rests' | 'crosses'): OrderPlace {
    const { traded, accounts, accountIdFirst, name } = this.#options;
    const random = this.#random;
    const { instrument, price: middle } = traded[random.below(traded.length)] ?? fail('something is traded');
    this.#orders += 1;
    const side: Side = random.below(2) === 0 ? 'buy' : 'sell';
    const away = BigInt(AWAY_BPS_MIN + random.below(AWAY_BPS_SPREAD)) * (side === 'buy' ? -1n : 1n);
    const offset = (middle * (does === 'rests' ? away : -away)) / 10_000n;
    const lots = BigInt(1 + random.below(LOTS_MAX));
    return {
      type: 'order.place',
      accountId: accountId(accountIdFirst + random.below(accounts)),
      clientId:
        parseClientId(`${name}-${String(this.#orders).padStart(8, '0')}`) ??
        fail('the id fits the form of client ids'),
      contentHash: 'bench',
      instrumentId: instrument.id,
      side,
      orderType: 'limit',
      validity: does === 'crosses' ? 'ioc' : instrument.kind === 'stock' ? 'day' : 'gtc',
      priceLimit: price(toTick(middle + offset, instrument.tickSize)),
      quantity: quantity(unitsOf(instrument, middle) * lots),
    };
  }

  #grants(): AccountGrants {
    const instruments = this.#options.traded.map(({ instrument }) => instrument);
    const coins = instruments.filter(({ kind }) => kind === 'spot').map(({ baseAsset }) => baseAsset);
    const rich = amount(RICH);
    return {
      cash: [
        { wallet: 'stock', assetId: assetId('INR'), amount: rich },
        ...[assetId('USDT'), ...coins].map(
          (coin) => ({ wallet: 'spot', assetId: coin, amount: rich }) as const,
        ),
      ],
      shares: instruments
        .filter(({ kind }) => kind === 'stock')
        .map(({ id }) => ({ instrumentId: id, quantity: quantity(1_000_000n), cost: amount(1_000_000n) })),
    };
  }
}

/** The smallest number of units that is worth enough to be accepted, doubled; a whole number of lots. */
function unitsOf(
  { lotSize, quantityMin, valueMin, baseScale, priceScale, quoteScale }: Instrument,
  at: bigint,
): bigint {
  const scale = 10n ** BigInt(Math.max(0, baseScale + priceScale - quoteScale));
  const worthEnough = (2n * valueMin * scale) / at;
  const least = worthEnough > quantityMin ? worthEnough : quantityMin;
  return ((least + lotSize - 1n) / lotSize) * lotSize;
}

function toTick(value: bigint, tickSize: bigint): bigint {
  return (value / tickSize) * tickSize;
}

function fail(message: string): never {
  throw new Error(`Invariant: ${message}`);
}
