import { AGENTS, agentOf } from '#model/agent.ts';
import type { LimitSet } from '#model/commands/limit-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import type { OwnLimit, OwnLimitName } from '#model/own-limit.ts';
import type { Step } from '#simulation/audit/posted.ts';
import { type AccountId, DAY_MS, type InstrumentId, MINUTE_MS } from '#values/index.ts';

/** A value that binds until an instant; undefined for no limit. */
interface Bound {
  readonly value: bigint | undefined;
  endsAtMs: number;
}

/** Wishes about one limit, and what its running day has used. */
interface Asked {
  readonly offsetMinutes: number;
  readonly bounds: Bound[];
  day: number;
  used: bigint;
}

/**
 * Books of an auditor of own limits, who knows no code of the core: what was asked for and when, and what
 * fills and orders of a family have made of it, by its head.
 */
export interface OwnLimitBooks {
  readonly asked: Map<string, Asked>;
  readonly heads: Map<AccountId, AccountId>;
  /** Positions on margin: the loss of a day is then not of fills alone. */
  readonly open: Set<string>;
  readonly happened: Record<string, number>;
}

export function createOwnLimitBooks(): OwnLimitBooks {
  return { asked: new Map(), heads: new Map(), open: new Set(), happened: {} };
}

/**
 * 28: nothing opens that a limit of its owner holds back, also where a looser one was asked for within the
 * day; and each limit knows what was used of it.
 */
export function checkOwnLimits(
  books: OwnLimitBooks,
  instruments: ReadonlyMap<InstrumentId, Instrument>,
  step: Step,
): string[] {
  const { command, applied, atMs } = step;
  if (applied.duplicate) return [];
  if (command.type === 'account.open' && command.subOf && applied.outcome.ok)
    books.heads.set(command.accountId, command.subOf.parentId);
  if (command.type === 'limit.set' && applied.outcome.ok) ask(books, command, atMs);
  const violations = placedBy(step).flatMap((order) => {
    const found = heldBack(books, instruments, { order, atMs });
    if (opens(order)) add(books, { of: order.accountId, name: 'dayOrders', atMs }, 1n);
    return found;
  });
  addResults(books, instruments, step);
  for (const { accountId, instrumentId, quantity } of applied.changes.intraday) {
    const key = `${headOf(books, accountId)} ${accountId} ${instrumentId}`;
    if (quantity === 0n) books.open.delete(key);
    else books.open.add(key);
  }
  return [...violations, ...wrongUse(books, applied)];
}

function ask(books: OwnLimitBooks, command: LimitSet, atMs: number): void {
  const { accountId, name, value, offsetMinutes, usedBefore = 0n } = command;
  const key = keyOf(accountId, command);
  const fresh = (): Asked => ({
    offsetMinutes,
    bounds: [],
    day: dayOf(atMs, offsetMinutes),
    used: usedBefore,
  });
  const { bounds } = books.asked.getOrInsertComputed(key, fresh);
  for (const bound of bounds) {
    const isKept = bound.endsAtMs > atMs;
    const isLooser = isKept && !holdsBackAll(name, value, bound.value);
    if (isLooser) count(books, 'limit loosened');
    bound.endsAtMs = Math.min(bound.endsAtMs, isLooser ? atMs + DAY_MS : atMs);
  }
  bounds.push({ value, endsAtMs: Number.POSITIVE_INFINITY });
  count(books, `limit ${name}`);
}

/** Whether a value holds back all that another one does. */
function holdsBackAll(name: OwnLimitName, value: bigint | undefined, other: bigint | undefined): boolean {
  if (other === undefined) return true;
  if (value === undefined) return false;
  if (name === 'nightLock') return (value & other) === other;
  return name === 'exclusion' ? value >= other : value <= other;
}

function placedBy({ command, applied: { outcome } }: Step): readonly Order[] {
  if (!outcome.ok) return [];
  if (command.type === 'order.place' && outcome.type === 'order') return [outcome.order];
  return outcome.type === 'basket' ? outcome.legs.map(({ order }) => order) : [];
}

function opens(order: Order): boolean {
  if (order.state.name === 'rejected' || AGENTS[agentOf(order)].actsByRule) return false;
  return order.productTerms === undefined ? order.side === 'buy' : order.productTerms.isClosing !== true;
}

function heldBack(
  books: OwnLimitBooks,
  instruments: ReadonlyMap<InstrumentId, Instrument>,
  { order, atMs }: { readonly order: Order; readonly atMs: number },
): string[] {
  if (!opens(order)) return [];
  const head = headOf(books, order.accountId);
  const quoteAsset = instruments.get(order.instrumentId)?.quoteAsset;
  const of = (name: OwnLimitName, assetId?: string) => {
    const asked = books.asked.get(keyOf(head, { name, assetId }));
    return {
      asked,
      values: (asked?.bounds ?? []).flatMap((one) => (one.endsAtMs > atMs ? (one.value ?? []) : [])),
    };
  };
  const isOpen = [...books.open].some((key) => key.startsWith(`${head} `));
  const lost = -usedIn(of('dayLoss', quoteAsset).asked, atMs);
  const { asked: lock, values: locks } = of('nightLock');
  const slot = BigInt(Math.floor((((atMs + (lock?.offsetMinutes ?? 0) * MINUTE_MS) % DAY_MS) * 48) / DAY_MS));
  const marginRate = marginRateOf(order);
  const passed: readonly (readonly [OwnLimitName, boolean])[] = [
    ['exclusion', of('exclusion').values.some((until) => atMs < until)],
    ['nightLock', locks.some((bits) => ((bits >> slot) & 1n) === 1n)],
    ['leverage', of('leverage').values.some((cap) => marginRate * cap < 100_000_000n)],
    ['dayOrders', of('dayOrders').values.some((most) => usedIn(of('dayOrders').asked, atMs) >= most)],
    ['dayLoss', !isOpen && of('dayLoss', quoteAsset).values.some((most) => lost >= most)],
  ];
  return passed.flatMap(([name, isPassed]) =>
    isPassed ? [`28: order ${order.id} opens something past the limit ${name}`] : [],
  );
}

function marginRateOf({ productTerms }: Order): bigint {
  return productTerms && 'marginRate' in productTerms
    ? BigInt(String(productTerms.marginRate))
    : 100_000_000n;
}

function addResults(
  books: OwnLimitBooks,
  instruments: ReadonlyMap<InstrumentId, Instrument>,
  { applied, atMs }: Step,
): void {
  for (const { instrumentId, taker, maker } of applied.changes.fills) {
    const assetId = instruments.get(instrumentId)?.quoteAsset;
    for (const party of [taker, maker])
      if (!party.isMarketMaker)
        add(books, { of: party.accountId, name: 'dayLoss', assetId, atMs }, party.profitRealised);
  }
}

function add(
  books: OwnLimitBooks,
  { of, atMs, ...limit }: { of: AccountId; atMs: number; name: OwnLimitName; assetId?: string | undefined },
  more: bigint,
): void {
  const asked = books.asked.get(keyOf(headOf(books, of), limit));
  if (asked === undefined) return;
  asked.used = usedIn(asked, atMs) + more;
  asked.day = dayOf(atMs, asked.offsetMinutes);
  if (more !== 0n) count(books, `${limit.name} used`);
}

/** 28: the rows say what was used. */
function wrongUse(books: OwnLimitBooks, { changes }: Applied): string[] {
  return changes.ownLimits.flatMap((row: OwnLimit) => {
    const asked = books.asked.get(keyOf(row.accountId, row));
    const isUsed = row.name === 'dayLoss' || row.name === 'dayOrders';
    if (!isUsed || asked === undefined || row.period !== asked.day || row.used === asked.used) return [];
    return [`28: ${row.name} of ${row.accountId} says ${row.used} where ${asked.used} was used`];
  });
}

function usedIn(asked: Asked | undefined, atMs: number): bigint {
  return asked?.day === dayOf(atMs, asked?.offsetMinutes ?? 0) ? asked.used : 0n;
}

function dayOf(atMs: number, offsetMinutes: number): number {
  return Math.floor((atMs + offsetMinutes * MINUTE_MS) / DAY_MS);
}

function headOf({ heads }: OwnLimitBooks, accountId: AccountId): AccountId {
  return heads.get(accountId) ?? accountId;
}

function keyOf(
  head: AccountId,
  { name, assetId = '-' }: { readonly name: OwnLimitName; readonly assetId?: string | undefined },
): string {
  return `${head} ${name} ${assetId}`;
}

function count({ happened }: OwnLimitBooks, what: string): void {
  happened[what] = (happened[what] ?? 0) + 1;
}
