import { countsNoMore } from '#ledger/expiring-orders.ts';
import { agentOf } from '#model/agent.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import { type Order, olderFirst } from '#model/order.ts';
import { intradayTermsIn } from '#products/intraday/terms.ts';
import type { SquareOff, SquareOffAsk } from '#products/product.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, parseClientId, quantity, smaller, systemClientId } from '#values/index.ts';

/** A position that is open, with the account's orders on its instrument. */
interface Closing extends SquareOffAsk {
  readonly open: bigint;
  readonly orders: readonly Order[];
}

/**
 * Squares off: cancels the account's intraday orders on the instrument and closes by an ordinary market
 * order, again until all is filled. Replay before `squareOffClearsReach`: every order of delivery on the
 * other side is cancelled too.
 */
export function squareOffIntraday(ask: SquareOffAsk): SquareOff {
  const { account, instrument, recorder, mustStay } = ask;
  const closing = closingOf(ask);
  const keepsPlace = holdsRule(recorder, 'squareOffKeepsPlace');
  const staying = keepsPlace && closing ? closing.orders.filter((row) => isClosingAlready(row, closing)) : [];
  const place = closing && nextOrder({ ...closing, staying, keepsPlace });
  const clearsLater = holdsRule(recorder, 'squareOffClearsReach');
  const cancelled = [...account.orders.values()]
    .map(({ row }) => row)
    .filter((row) => row.instrumentId === instrument.id && !staying.includes(row))
    .filter((row) => intradayTermsIn(row) || (!clearsLater && isInTheWay(row, place)))
    .filter((row) => !mustStay(row))
    .sort(olderFirst);
  return { cancelled, ...(place && { place }) };
}

function closingOf(ask: SquareOffAsk): Closing | undefined {
  const { account, instrument } = ask;
  const open = account.holdings.intraday.get(instrument.id)?.row.quantity ?? 0n;
  const orders = [...account.orders.values()].map(({ row }) => row);
  const own = orders.filter(({ instrumentId }) => instrumentId === instrument.id);
  return open === 0n ? undefined : { ...ask, open, orders: own };
}

/**
 * An order that an auction has collected at market, or that
 * squares off and rests: another one would only stand behind it.
 */
function isClosingAlready(row: Order, { open, recorder, mustStay: isHeld }: Closing): boolean {
  const { atMs, rulesVersion } = recorder;
  if (countsNoMore(row, { atMs, rulesVersion, isHeld })) return false;
  const { side, validity, state } = row;
  const isWaiting = state.name === 'new' && state.waitsFor !== 'turn';
  if (intradayTermsIn(row)?.isClosing !== true || side !== sideOf(open) || isWaiting) return false;
  return agentOf(row) === 'squareOff' || validity === 'ioc';
}

/** An order never trades with another of its own account; one that waits for its trigger meets nobody. */
function isInTheWay(row: Order, order: OrderPlace | undefined): boolean {
  return order !== undefined && row.side !== order.side && row.state.name !== 'new';
}

function sideOf(open: bigint): 'buy' | 'sell' {
  return open > 0n ? 'sell' : 'buy';
}

interface NextOrder extends Closing {
  readonly staying: readonly Order[];
  readonly keepsPlace: boolean;
}

/** The next part of what is open: as much as one order may have. */
function nextOrder(closing: NextOrder): OrderPlace | undefined {
  const { account, open, instrument, staying, keepsPlace, recorder } = closing;
  const closed = staying.reduce((sum, row) => sum + row.quantity - row.quantityFilled, 0n);
  const left = (open > 0n ? open : -open) - closed;
  const way = keepsPlace ? wayOf(closing) : MARKET;
  if (left <= 0n || way === undefined) return undefined;
  const purpose = `square-off-${recorder.sequence}`;
  const clientId = holdsRule(recorder, 'systemClientIds') ? systemClientId(purpose) : parseClientId(purpose);
  assert(clientId !== undefined, 'Invariant: a square-off has a well formed client id');
  return {
    type: 'order.place',
    accountId: account.row.row.accountId,
    clientId,
    contentHash: 'squareOff',
    instrumentId: instrument.id,
    side: sideOf(open),
    ...way,
    quantity: quantity(smaller<bigint>(left, instrument.quantityMax)),
    product: 'intraday',
    agent: 'squareOff',
  };
}

type Way = Pick<OrderPlace, 'orderType' | 'validity' | 'priceLimit'>;
const MARKET: Way = { orderType: 'market', validity: 'ioc' };

/**
 * At market; in an auction that takes no more market orders, at
 * the end of the band, where it trades with any order there is.
 */
function wayOf({ instrument, phase, open }: Closing): Way | undefined {
  if (instrument.status !== 'listed' || !(phase.isCollecting || phase.isMatching)) return undefined;
  const { band } = instrument;
  if (phase.isMarketAllowed || band === undefined) return MARKET;
  return { orderType: 'limit', validity: 'day', priceLimit: open > 0n ? band.priceLow : band.priceHigh };
}
