import { termsOf } from '#checks/phase.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { execute } from '#commands/orders/order-place.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import { isPriceFixed } from '#instruments/auctions/auctions.ts';
import type { Account } from '#ledger/account.ts';
import { agentOf } from '#model/agent.ts';
import type { IntradayClose, OrderPlace } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import { type Order, olderFirst } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, houseClientId, parseClientId, quantity, smaller } from '#values/index.ts';

/** A position and the account's orders on its instrument. */
interface Closing {
  readonly account: Account;
  readonly instrument: Instrument;
  readonly open: bigint;
  readonly orders: readonly Order[];
}

/**
 * Squares off: the account's orders within the day on the instrument are cancelled, so that nothing opens
 * anew, with those of delivery that it would trade with, and what is open is closed by an ordinary market
 * order. What closes already keeps its place in the queue. Where nobody is on the other side the rest stays
 * and is asked for again. Frozen accounts too.
 */
export function closeIntraday(work: Work, command: IntradayClose): Applied {
  const { accountSide } = work.state;
  const account = accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const instrument = accountSide.facts.instruments.get(command.instrumentId);
  const closing = instrument && closingOf(account, instrument);
  const keepsPlace = holdsRule(work.recorder, 'squareOffKeepsPlace');
  const staying = keepsPlace && closing ? closing.orders.filter((row) => isClosingAlready(row, closing)) : [];
  const order = closing && nextOrder(work, command, { ...closing, staying, keepsPlace });
  const fixedStay = holdsRule(work.recorder, 'fixedOrdersStay');
  const going = [...account.orders.values()]
    .map(({ row }) => row)
    .filter((row) => row.instrumentId === command.instrumentId && !staying.includes(row))
    .filter((row) => row.intraday || isInTheWay(row, order))
    .filter((row) => !(fixedStay && isPriceFixed(work.state.instrumentSide, row)))
    .sort(olderFirst);
  for (const one of going) cancelOpen(work, one, 'squareOff');
  if (order === undefined) return finished(work);
  const applied = execute(work, order, account);
  return applied.outcome.ok || going.length === 0 ? applied : finished(work);
}

function closingOf(account: Account, instrument: Instrument): Closing | undefined {
  const open = account.holdings.intraday.get(instrument.id)?.row.quantity ?? 0n;
  const orders = [...account.orders.values()].map(({ row }) => row);
  const own = orders.filter(({ instrumentId }) => instrumentId === instrument.id);
  return open === 0n ? undefined : { account, instrument, open, orders: own };
}

/**
 * An order that an auction has collected at market, or that
 * squares off and rests: another one would only stand behind it.
 */
function isClosingAlready(row: Order, { open }: Closing): boolean {
  const { intraday, side, validity, state } = row;
  const isWaiting = state.name === 'new' && state.waitsFor !== 'turn';
  if (intraday?.isClosing !== true || side !== sideOf(open) || isWaiting) return false;
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
function nextOrder(work: Work, command: IntradayClose, closing: NextOrder): OrderPlace | undefined {
  const { open, instrument, staying, keepsPlace } = closing;
  const closed = staying.reduce((sum, row) => sum + row.quantity - row.quantityFilled, 0n);
  const left = (open > 0n ? open : -open) - closed;
  const way = keepsPlace ? wayOf(work, closing) : MARKET;
  if (left <= 0n || way === undefined) return undefined;
  const purpose = `square-off-${work.sequenced.sequence}`;
  const clientId = holdsRule(work.recorder, 'houseClientIds')
    ? houseClientId(purpose)
    : parseClientId(purpose);
  assert(clientId !== undefined, 'Invariant: a square-off has a well formed client id');
  return {
    type: 'order.place',
    accountId: command.accountId,
    clientId,
    contentHash: 'squareOff',
    instrumentId: command.instrumentId,
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
function wayOf({ state }: Work, { instrument, open }: Closing): Way | undefined {
  const { facts } = state.instrumentSide;
  const terms = termsOf(instrument, facts.sessions.get(instrument.venue));
  if (instrument.status !== 'listed' || !(terms.isCollecting || terms.isMatching)) return undefined;
  const { band } = instrument;
  if (terms.isMarketAllowed || band === undefined) return MARKET;
  return { orderType: 'limit', validity: 'day', priceLimit: open > 0n ? band.priceLow : band.priceHigh };
}
