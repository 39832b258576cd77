import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { contactOf } from '#domains/account/index.ts';
import type { CustomerSearches } from '#domains/staff/customers/searches.ts';
import {
  type FoundCustomer,
  findByEmail,
  findByNumber,
  findByPhone,
} from '#domains/staff/customers/store.ts';
import { appendEntry } from '#domains/staff/log/store.ts';
import { isLinked } from '#domains/staff/people/store.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { maskContact } from '#platform/logging/masking.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

export interface SearchParts {
  readonly pool: pg.Pool;
  readonly searches: CustomerSearches;
}

type Found = OutputOf<(typeof CONSOLE_OPERATIONS)['consoleCustomers']>;

export async function searchCustomers(
  { pool, searches }: SearchParts,
  { staffId }: StaffSession,
  asked: { readonly search: string; readonly nowMs: number; readonly monotonicMs: number },
): Promise<Reply<Found>> {
  const { search, nowMs, monotonicMs } = asked;
  const refused = searches.take({ staffId, monotonicMs });
  if (refused !== undefined) return refused;
  return inTransaction(pool, async (on): Promise<Reply<Found>> => {
    const { by, list } = await find(on, search);
    const others: FoundCustomer[] = [];
    for (const one of list) if (!(await isLinked(on, staffId, one.loginId))) others.push(one);
    // The words of a search stay out of the log: they may be a contact of nobody here.
    const entry = { staffId, act: 'customer.searched', queue: 'customer', detail: { what: by }, nowMs };
    if (others.length === 0) await appendEntry(on, entry);
    for (const { loginId, userId: itemId } of others) await appendEntry(on, { ...entry, loginId, itemId });
    if (others.length === 0 && list.length > 0) return refuse('STAFF_OWN_ACCOUNT');
    return reply({ list: others.map(wireFound) });
  });
}

type FoundBy = { readonly by: 'number' | 'phone' | 'email'; readonly list: readonly FoundCustomer[] };

async function find(on: Queryable, search: string): Promise<FoundBy> {
  if (search.includes('@')) {
    const email = contactOf({ by: 'email', account: search });
    return { by: 'email', list: email.ok ? await findByEmail(on, email.contact.address) : [] };
  }
  const digits = search.replaceAll(/[\s-]/g, '');
  if (/^[1-9]\d{8}$/.test(digits)) {
    const found = await findByNumber(on, digits);
    return { by: 'number', list: found === undefined ? [] : [found] };
  }
  return { by: 'phone', list: await findByPhone(on, phonesOf(digits)) };
}

const AREA_CODES = ['91', '880', '55'];

/** Spellings under which a phone number may be known: with its area code, or of any country. */
function phonesOf(digits: string): readonly string[] {
  return AREA_CODES.flatMap((areaCode) => {
    const prefix = `+${areaCode}`;
    const account = digits.startsWith(prefix) ? digits.slice(prefix.length) : digits;
    const phone = contactOf({ by: 'phone', account, areaCode });
    return phone.ok ? [phone.contact.address] : [];
  });
}

function wireFound(found: FoundCustomer): Found['list'][number] {
  const { userId, guest, country, status, idStatus, registeredAtMs, phone, email } = found;
  const contact = phone ?? email;
  return {
    ...{ userId, guest, country, status, idStatus, registeredAtMs },
    ...(contact !== undefined && { contactMasked: maskContact(contact) }),
  };
}
