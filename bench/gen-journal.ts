/**
 * Fills the journal of a stopped server by its own engine,
 * with the instruments and rules that its first start has set.
 */
import { parseDecimal } from '@tarazu/core/values';
import type pg from 'pg';
import { loadVenue } from '../apps/server/src/engine/writer/load.ts';
import { OrderFlow, type Traded } from './gen-order-flow.ts';
import { openOwnDatabase } from './gen-own-database.ts';

export interface FillOptions {
  readonly folder: string;
  /** Instruments to trade, each with its price as text. */
  readonly prices: Readonly<Record<string, string>>;
  readonly rows: number;
  readonly accounts: number;
  readonly openOrders: number;
  readonly onProgress: (rows: number) => void;
}

export interface Filled {
  readonly journalRows: number;
  readonly accounts: number;
  readonly openOrders: number;
  readonly lots: number;
  readonly fills: number;
  readonly refused: number;
}

/** Far beyond the numbers that logins get. */
const ACCOUNT_ID_FIRST = 1_000_000;
const SEED = 7;

export async function fillJournal(options: FillOptions): Promise<Filled> {
  const own = await openOwnDatabase(options.folder);
  try {
    const venue = await loadVenue(own.pool);
    const engine = await own.openEngine();
    const traded = venue.instruments.flatMap((instrument): Traded[] => {
      const text = options.prices[instrument.id];
      const price = text === undefined ? undefined : parseDecimal(text, instrument.priceScale);
      return price === undefined ? [] : [{ instrument, price }];
    });
    const orderFlow = new OrderFlow({
      engine,
      traded,
      accountIdFirst: ACCOUNT_ID_FIRST,
      accounts: options.accounts,
      openOrders: options.openOrders,
      seed: SEED,
      name: 'fill',
    });
    await orderFlow.enter();
    const journalRows = await orderFlow.tradeUntil(options.rows, options.onProgress);
    return { journalRows, refused: orderFlow.refused, ...(await countsOf(own.pool)) };
  } finally {
    await own.stop();
  }
}

async function countsOf(pool: pg.Pool): Promise<Omit<Filled, 'journalRows' | 'refused'>> {
  const count = async (from: string): Promise<number> => {
    const { rows } = await pool.query<{ count: string }>(`select count(*)::text as count from ${from}`);
    return Number(rows[0]?.count);
  };
  return {
    accounts: await count('account'),
    openOrders: await count('orders where live'),
    lots: await count('lot where amount_left > 0'),
    fills: await count('fill'),
  };
}
