import { accountId, append, type Environment } from '@tarazu/core/values';
import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { type Ask, askAs } from '#domains/staff/customers/ask.ts';
import type {
  CustomerLine,
  CustomerLines,
  CustomerList,
  CustomerPart,
} from '#domains/staff/customers/part.ts';
import { CUSTOMER_PARTS } from '#domains/staff/customers/parts.ts';
import { type CustomerSearches, LOOK_MS } from '#domains/staff/customers/searches.ts';
import {
  type CustomerAccount,
  type FoundCustomer,
  findByNumber,
  listCustomerAccounts,
  openedByGlass,
} from '#domains/staff/customers/store.ts';
import { appendEntry, hasEntrySince } from '#domains/staff/log/store.ts';
import { isLinked } from '#domains/staff/people/store.ts';
import { hasOneOf } from '#domains/staff/queues/store.ts';
import type { Binding, CallContext } from '#gateway/binding.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

export interface ViewParts {
  readonly pool: pg.Pool;
  readonly searches: CustomerSearches;
  /** Calls of customers by name: what staff see is what these answer. */
  readonly calls: ReadonlyMap<string, Binding>;
}

type View = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleCustomer']>;

export const REVEAL_REASONS = ['callBack', 'comparison', 'authority'] as const;

export interface ViewAsked {
  readonly userId: string;
  readonly part: string;
  readonly environment?: Environment | undefined;
  readonly list?: string | undefined;
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

/** A customer whom a person may look at, with what of them is open to that person. */
export interface Opened {
  readonly customer: FoundCustomer;
  readonly part: CustomerPart;
  readonly glasses: ReadonlyMap<string, number>;
  /** Undefined for a part that the role opens. */
  readonly glassUntilMs: number | undefined;
}

/** Opens one part: who may is checked, and that it was done is written down, before anything is read. */
export async function openCustomer(
  parts: ViewParts,
  staff: StaffSession,
  { asked, context }: { readonly asked: ViewAsked; readonly context: CallContext },
): Promise<Reply<View>> {
  const { nowMs, monotonicMs } = context;
  const opened = await inTransaction(parts.pool, async (on): Promise<Reply<Opened>> => {
    const found = await openPart({ on, searches: parts.searches }, staff, { ...asked, nowMs, monotonicMs });
    if (found.ok) await logOpening(on, staff, { opened: found.data, nowMs });
    return found;
  });
  if (!opened.ok) return opened;
  const { customer, part, glasses } = opened.data;
  const accounts = await listCustomerAccounts(parts.pool, customer.loginId);
  const account = accounts.find(({ environment }) => environment === asked.environment) ?? accounts[0];
  if (account === undefined) return refuse('NOT_FOUND', { field: 'userId' });
  const ask = askAs(parts.calls, { session: sessionOf(customer, account), context });
  const read = await readPart(part, ask, asked);
  if (!read.ok) return read;
  return reply({
    userId: customer.userId,
    guest: customer.guest,
    environments: accounts.map(({ environment }) => environment),
    environment: account.environment,
    parts: CUSTOMER_PARTS.map(({ name, roles }) => {
      const untilMs = glasses.get(name);
      const isAllowed = mayOpen(staff, roles);
      return { part: name, isAllowed, ...(!isAllowed && untilMs !== undefined && { untilMs }) };
    }),
    part: part.name,
    revealReasons: part.name === 'profile' ? [...REVEAL_REASONS] : [],
    ...read.data,
  });
}

const mayOpen = ({ roles }: StaffSession, wanted: CustomerPart['roles']): boolean =>
  hasOneOf(roles, [...wanted, 'auditor']);

export interface Looking {
  readonly on: Queryable;
  readonly searches: CustomerSearches;
}

export interface Named {
  readonly userId: string;
  readonly part: string;
  readonly nowMs: number;
  readonly monotonicMs: number;
}

/**
 * The part of a customer, for somebody who may: whose own or linked account it is not, and whose role it is.
 */
export async function openPart(looking: Looking, staff: StaffSession, asked: Named): Promise<Reply<Opened>> {
  const part = CUSTOMER_PARTS.find(({ name }) => name === asked.part);
  const isAllowed = part !== undefined && mayOpen(staff, part.roles);
  const found = await findForStaff(looking, staff, asked);
  // A person without the role is refused the same whether there is such a customer or not.
  const isHidden = !found.ok && found.refusal.field === 'userId' && !isAllowed;
  if (!found.ok && !isHidden) return found;
  const glasses = found.ok
    ? await openedByGlass(looking.on, {
        ...{ staffId: staff.staffId, loginId: found.data.customer.loginId, nowMs: asked.nowMs },
      })
    : NO_GLASSES;
  const glassUntilMs = isAllowed ? undefined : glasses.get(asked.part);
  if (!found.ok || (!isAllowed && glassUntilMs === undefined))
    return refuse('STAFF_ROLE', { detail: { roles: part?.roles.join(', ') ?? '' } });
  return reply({ ...found.data, glasses, glassUntilMs });
}

const NO_GLASSES: ReadonlyMap<string, number> = new Map();

/** Each number that is named counts as a search, and one of nobody is written down as a search is. */
export async function findForStaff(
  { on, searches }: Looking,
  { staffId }: StaffSession,
  { userId, nowMs, monotonicMs, part: named }: Named,
): Promise<Reply<{ readonly customer: FoundCustomer; readonly part: CustomerPart }>> {
  const part = CUSTOMER_PARTS.find(({ name }) => name === named);
  if (part === undefined) return refuse('NOT_FOUND', { field: 'part' });
  const refused = searches.takeFor({ staffId, monotonicMs }, userId);
  if (refused !== undefined) return refused;
  const customer = await findByNumber(on, userId);
  if (customer === undefined) {
    const detail = { what: 'number' };
    await appendEntry(on, { staffId, act: 'customer.searched', queue: 'customer', detail, nowMs });
    return refuse('NOT_FOUND', { field: 'userId' });
  }
  if (await isLinked(on, staffId, customer.loginId)) return refuse('STAFF_OWN_ACCOUNT');
  return reply({ customer, part });
}

async function logOpening(
  on: Queryable,
  { staffId }: StaffSession,
  { opened, nowMs }: { readonly opened: Opened; readonly nowMs: number },
): Promise<void> {
  const { customer, part, glassUntilMs } = opened;
  const act = glassUntilMs === undefined ? 'customer.opened' : 'customer.openedInEmergency';
  const look = { staffId, act, queue: 'customer', itemId: `${customer.userId}-${part.name}` };
  if (await hasEntrySince(on, { ...look, sinceMs: nowMs - LOOK_MS })) return;
  await appendEntry(on, { ...look, loginId: customer.loginId, detail: { what: part.name }, nowMs });
}

function sessionOf({ loginId, userId, guest }: FoundCustomer, account: CustomerAccount): Ask['session'] {
  const { environment } = account;
  return {
    sessionId: 'console',
    loginId,
    userId,
    guest,
    environment,
    accountId: accountId(account.accountId),
  };
}

async function readPart(
  part: CustomerPart,
  ask: Ask,
  { list: asked, ...page }: ViewAsked,
): Promise<Reply<Pick<View, 'facts' | 'lists' | 'list' | 'lines' | 'next'>>> {
  const lists = Object.keys(part.lists);
  const list = asked ?? lists[0];
  if (list !== undefined && !Object.hasOwn(part.lists, list)) return refuse('NOT_FOUND', { field: 'list' });
  const facts = [...(await part.facts(ask))];
  const read = list === undefined ? undefined : part.lists[list];
  const found = read === undefined ? NO_LINES : await readLines(read, ask, page);
  if (!found.ok) return found;
  const { lines, next } = found.data;
  return reply({
    ...{ facts, lists, lines: lines.map(({ id, cells }) => ({ id, cells: [...cells] })) },
    ...(list !== undefined && { list }),
    ...(next !== undefined && { next }),
  });
}

const NO_LINES = reply<CustomerLines>({ lines: [] });
/** Pages of a hundred that a search looks through before it answers. */
const PAGES_SEARCHED = 10;
const PAGE_MAX = 100;

/** A page of a list, or of those of its lines that have some words in them. */
async function readLines(
  list: CustomerList,
  ask: Ask,
  { search, cursor, limit }: Pick<ViewAsked, 'search' | 'cursor' | 'limit'>,
): Promise<Reply<CustomerLines>> {
  const words = search?.trim().toLowerCase() ?? '';
  if (words === '') return list(ask, { cursor, limit });
  const found: CustomerLine[] = [];
  let next = cursor;
  for (let pages = 0; pages < PAGES_SEARCHED; pages += 1) {
    const page = await list(ask, { cursor: next, limit: String(PAGE_MAX) });
    if (!page.ok) return page;
    append(
      found,
      page.data.lines.filter(({ cells }) => cells.some((cell) => hasWords(cell.value, words))),
    );
    next = page.data.next;
    if (next === undefined || found.length >= Number(limit ?? PAGE_MAX)) break;
  }
  return reply({ lines: found, next });
}

const hasWords = (value: string, words: string): boolean => value.toLowerCase().includes(words);
