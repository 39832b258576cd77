import { agentOf } from '@tarazu/core';
import { productTermsOf } from '@tarazu/core/rows';
import { amount, formatDecimal } from '@tarazu/core/values';
import type { OPERATIONS, OutputOf, StockProduct } from '@tarazu/protocol';
import { averagePrice, listed } from '#domains/orders/index.ts';
import type { NoteChargeRow, NoteOrderRow, NoteStore } from '#domains/statement/contract-note-store.ts';
import type { Period } from '#domains/statement/statement-store.ts';
import { currencyAt, type Exchange } from '#market/exchanges.ts';
import type { Listing, MarketPort, Session } from '#ports.ts';
import { productCalled, WITHIN_DAY } from '#products/list.ts';

export type Note = OutputOf<(typeof OPERATIONS)['stockNoteInfo']>;

const LINES_MAX = 1_000;

type WritesMoney = (units: bigint) => string;

export interface NoteQuestion {
  readonly store: NoteStore;
  readonly market: MarketPort;
  readonly session: Session;
  readonly exchange: Exchange;
  readonly day: string;
  readonly period: Period;
  readonly nowMs: number;
}

/**
 * The contract note of a day, made from the fills; undefined for a day without any. The ledger's sum stands
 * beside its own, so that anybody can see that the two agree.
 */
export async function noteOf(question: NoteQuestion): Promise<Note | undefined> {
  const { store, session, exchange, day, period, nowMs } = question;
  const { accountId, environment, userId } = session;
  const asked = { accountId, exchange, period };
  const orders = await store.orders(asked);
  if (orders.length === 0) return undefined;
  const [charges, ledger] = await Promise.all([store.charges(asked), store.ledger(asked)]);
  const { asset, scale } = currencyAt(exchange);
  const money = (units: bigint) => formatDecimal(units, scale);
  const intradayResult = BigInt(ledger.intraday_result);
  const [bought, sold] = (['buy', 'sell'] as const).map((side) =>
    sumOf(orders.filter((row) => row.side === side && !isWithinDay(row)).map((row) => row.value)),
  );
  const chargesTotal = sumOf(orders.map((row) => row.charges));
  const net = (sold ?? 0n) - (bought ?? 0n) + intradayResult - chargesTotal;
  const chargesByOrder = Map.groupBy(charges, (row) => row.order_id);
  return {
    day,
    environment,
    userId,
    asset,
    isFinal: nowMs >= period.toMs,
    lines: orders
      .slice(0, LINES_MAX)
      .map((row) => lineOf(row, chargesByOrder.get(row.order_id) ?? [], { market: question.market, money })),
    isCut: orders.length > LINES_MAX,
    totals: {
      bought: money(bought ?? 0n),
      sold: money(sold ?? 0n),
      intradayResult: money(intradayResult),
      charges: chargesByName(charges, money),
      chargesTotal: money(chargesTotal),
      net: money(net),
      postings: money(BigInt(ledger.net)),
    },
  };
}

function lineOf(
  row: NoteOrderRow,
  charges: readonly NoteChargeRow[],
  { market, money }: { readonly market: MarketPort; readonly money: WritesMoney },
): Note['lines'][number] {
  const listing = listed(market, row.instrument_id);
  const value = BigInt(row.value);
  return {
    orderId: String(row.order_id),
    instrumentId: row.instrument_id,
    symbol: listing.symbol,
    name: listing.name,
    product: wireNameOf(listing, row),
    origin: agentOf({
      agent: row.agent ?? undefined,
      productTerms: (row.product && productTermsOf(row.product, row.product_terms ?? undefined)) ?? undefined,
    }),
    side: row.side,
    quantity: formatDecimal(BigInt(row.quantity), listing.baseScale),
    priceAverage: averagePrice(amount(value), BigInt(row.quantity), listing),
    value: money(value),
    fills: Number(row.fills),
    charges: chargesByName(charges, money),
    chargesTotal: money(BigInt(row.charges)),
    ruleVersion: row.rule_version,
    atMs: Number(row.at_ms),
  };
}

/** Nothing changes hands within the day: its result is one posting. */
function isWithinDay({ product }: NoteOrderRow): boolean {
  return WITHIN_DAY.some((name) => name === product);
}

function wireNameOf(listing: Listing, { product }: NoteOrderRow): StockProduct {
  const { wireName } = productCalled(listing, product ?? undefined);
  if (wireName === undefined) throw new Error('Invariant: each product of shares has a name on the wire');
  return wireName;
}

function chargesByName(
  rows: readonly NoteChargeRow[],
  money: WritesMoney,
): { name: string; amount: string }[] {
  return [...Map.groupBy(rows, (row) => row.charge_name)].map(([name, those]) => ({
    name,
    amount: money(sumOf(those.map((row) => row.amount))),
  }));
}

function sumOf(texts: readonly string[]): bigint {
  return texts.reduce((sum, text) => sum + BigInt(text), 0n);
}
