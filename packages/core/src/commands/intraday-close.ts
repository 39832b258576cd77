import type { Account } from '#accounts/account.ts';
import { cancelOpen } from '#commands/order-cancel.ts';
import { execute } from '#commands/order-place.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import type { IntradayClose, OrderPlace } from '#model/command.ts';
import { type Order, olderFirst } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, houseClientId, parseClientId, quantity, smaller } from '#values/index.ts';

/**
 * Squares off: the account's orders within the day on the instrument are cancelled, so that nothing opens anew, with those of delivery
 * that it would trade with, and what is open is closed by an ordinary market order. Where nobody is on the other side the rest stays and is asked for again. Frozen accounts too.
 */
export function closeIntraday(work: Work, command: IntradayClose): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const order = closingOrder(work, command, account);
  const orders = [...account.orders.values()]
    .map(({ row }) => row)
    .filter((row) => row.instrumentId === command.instrumentId && (row.intraday || isInTheWay(row, order)))
    .sort(olderFirst);
  for (const one of orders) cancelOpen(work, one, 'squareOff');
  if (order === undefined) return finished(work);
  const applied = execute(work, { ...order, isSquareOff: true }, account);
  return applied.outcome.ok || orders.length === 0 ? applied : finished(work);
}

/** An order never trades with another of its own account; one that waits for its trigger meets nobody. */
function isInTheWay(row: Order, order: OrderPlace | undefined): boolean {
  return order !== undefined && row.side !== order.side && row.state.name !== 'new';
}

function closingOrder(work: Work, command: IntradayClose, account: Account): OrderPlace | undefined {
  const { accountId, instrumentId } = command;
  const open = account.holdings.intraday.get(instrumentId)?.row.quantity ?? 0n;
  const instrument = work.state.accountSide.facts.instruments.get(instrumentId);
  if (open === 0n || instrument === undefined) return undefined;
  const purpose = `square-off-${work.sequenced.sequence}`;
  const clientId = holdsRule(work.recorder, 'houseClientIds')
    ? houseClientId(purpose)
    : parseClientId(purpose);
  assert(clientId !== undefined, 'Invariant: a square-off has a well formed client id');
  return {
    type: 'order.place',
    accountId,
    clientId,
    contentHash: 'squareOff',
    instrumentId,
    side: open > 0n ? 'sell' : 'buy',
    orderType: 'market',
    validity: 'ioc',
    quantity: quantity(smaller<bigint>(open > 0n ? open : -open, instrument.quantityMax)),
    product: 'intraday',
  };
}
