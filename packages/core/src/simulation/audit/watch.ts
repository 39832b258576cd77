import { closesOnly } from '#accounts/own-limits/own-limits.ts';
import { closes } from '#accounts/sender-checks.ts';
import { ordersAt } from '#commands/orders/ended-orders.ts';
import { refuseLocked } from '#instruments/auctions/auctions.ts';
import { checkInvariants } from '#invariants/check.ts';
import { subAccountsOf } from '#ledger/account.ts';
import { endByTime } from '#ledger/expiring-orders.ts';
import { type BookEntry, MARKET_MAKER_OWNER } from '#matching/order-book.ts';
import { AGENTS, agentOf } from '#model/agent.ts';
import type { Command, Sequenced } from '#model/command.ts';
import type { Applied } from '#model/outcome.ts';
import { productAsked } from '#products/list.ts';
import { RULES_VERSION } from '#rules-version.ts';
import type { Random } from '#simulation/random.ts';
import type { CoreState } from '#state.ts';
import { stateRows } from '#state-hash.ts';
import { append, type OrderId, orderId } from '#values/index.ts';

/** One refused command in so many is checked to have changed nothing: the rows of a state take their time. */
const COMPARED_ONE_IN = 20;

/** Orders that a book held on one side, in the order in which they would fill. */
interface Queue {
  readonly side: 'buy' | 'sell';
  readonly entries: readonly BookEntry[];
}

/** Applies a command and says what is wrong with the state after it, or with how it came there. */
export function watched(
  at: { readonly state: CoreState; readonly random: Random },
  sequenced: Sequenced,
  work: () => Applied,
): { readonly applied: Applied; readonly violations: string[] } {
  const { state, random } = at;
  const { command } = sequenced;
  const rows = random.once(COMPARED_ONE_IN) ? stateRows(state) : undefined;
  const queues = queuesOf(state, command);
  const applied = work();
  const violations = checkInvariants(state, { allLoaded: true });
  const isUnchanged = applied.duplicate || !applied.outcome.ok;
  if (rows !== undefined && isUnchanged && rows.join() !== stateRows(state).join())
    violations.push('7: a refused or repeated command changed the state');
  append(violations, checkFrozen(state, sequenced, applied));
  append(violations, checkClosing(state, sequenced, applied));
  const ended = new Set(applied.changes.orders.flatMap(({ id, state: now }) => ('held' in now ? [] : id)));
  const filled = new Set(
    applied.changes.fills.flatMap(({ maker }) => (maker.isMarketMaker ? [] : maker.orderId)),
  );
  // The end of a bracket ends its purchase wherever that stands: no place is passed over by it.
  const hasLeft = (id: OrderId): boolean => ended.has(id) && !filled.has(id);
  for (const queue of queues) violations.push(...checkQueue(state, command, { ...queue, hasLeft }));
  return { applied, violations };
}

/**
 * 28: after a freeze no account of the family has an order that opens something and can still match: what is
 * not released has ended, or stands where nothing leaves.
 */
function checkFrozen(state: CoreState, { command, atMs }: Sequenced, { outcome }: Applied): string[] {
  if (command.type !== 'account.set' || !outcome.ok) return [];
  if (command.ownerFrozen !== true && (command.status ?? 'active') === 'active') return [];
  const { accounts, facts } = state.accountSide;
  const at = { atMs, rulesVersion: RULES_VERSION };
  const head = accounts.get(command.accountId);
  const family = [...(head ? [head] : []), ...subAccountsOf(state.accountSide, command.accountId)];
  return family.flatMap((account) =>
    [...account.orders.values()].flatMap(({ row }) => {
      const instrument = facts.instruments.get(row.instrumentId);
      if (!instrument || AGENTS[agentOf(row)].actsByRule || closesOnly(account, row, { instrument, at }))
        return [];
      const hasEnded = endByTime(row, at) !== undefined;
      const stays = hasEnded || refuseLocked(state.instrumentSide, row) !== undefined;
      return stays ? [] : [`28: order ${row.id} of the frozen account ${row.accountId} can still match`];
    }),
  );
}

/** 17: an order that has ended keeps nobody from closing what is open on margin. */
function checkClosing(state: CoreState, { command, atMs }: Sequenced, { outcome }: Applied): string[] {
  if (command.type !== 'order.place' || outcome.ok) return [];
  if (outcome.refusal.code !== 'INSUFFICIENT_HOLDINGS') return [];
  const { accounts, facts } = state.accountSide;
  const account = accounts.get(command.accountId);
  const instrument = facts.instruments.get(command.instrumentId);
  if (!account || !instrument || productAsked(instrument, command).exposure === undefined) return [];
  const at = ordersAt({ state, recorder: { atMs, rulesVersion: RULES_VERSION } });
  if (!closes({ side: state.accountSide, at }, account, command)) return [];
  return [
    `17: an order that has ended keeps account ${command.accountId} from closing ${command.instrumentId}`,
  ];
}

/** Of a command that takes, what it may take from. */
function queuesOf(state: CoreState, command: Command): Queue[] {
  const isTaking = command.type === 'order.place' || command.type === 'marketMaker.take';
  if (!isTaking) return [];
  const book = bookOf(state, command)?.book;
  if (!book) return [];
  return (['buy', 'sell'] as const).map((side) => ({ side, entries: [...book.entries(side)] }));
}

function bookOf(state: CoreState, command: Command) {
  if (command.type === 'marketMaker.take')
    return state.instrumentSide.books.get(command.instrumentId)?.[command.environment];
  if (command.type !== 'order.place') return undefined;
  const environment = state.accountSide.accounts.get(command.accountId)?.row.row.environment ?? 'real';
  return state.instrumentSide.books.get(command.instrumentId)?.[environment];
}

/**
 * 12: price first, then time: nobody is passed over, and
 * a book's grid stays while something is taken from it.
 */
function checkQueue(
  state: CoreState,
  command: Command,
  { side, entries, hasLeft }: Queue & { readonly hasLeft: (id: OrderId) => boolean },
): string[] {
  const book = bookOf(state, command)?.book;
  let waiting: BookEntry | undefined;
  for (const entry of entries) {
    const now = book?.find(entry.id);
    // Anyone who went to the end of his queue meanwhile is out of the comparison.
    if (now && now.priority !== entry.priority) continue;
    if (hasLeft(orderId(entry.id))) continue;
    const isTouched = now === undefined || now.quantity < entry.quantity;
    if (isTouched && waiting) {
      const who = entry.owner === MARKET_MAKER_OWNER ? 'the market maker' : `order ${entry.id}`;
      return [`12: ${who} was filled before ${waiting.id}, which stood before it on the ${side} side`];
    }
    if (now) waiting = now;
  }
  return [];
}
