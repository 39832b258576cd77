import { CONSOLE_OPERATIONS } from '@tarazu/protocol';
import type pg from 'pg';
import { breakGlass, revealContact } from '#domains/staff/customers/acts.ts';
import { type FreezePort, freezeCustomer } from '#domains/staff/customers/freezes.ts';
import { searchCustomers } from '#domains/staff/customers/search.ts';
import type { CustomerSearches } from '#domains/staff/customers/searches.ts';
import { openCustomer } from '#domains/staff/customers/view.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';

const PEOPLE_COUNTED_MAX = 10_000;

/** Calls by which staff look at single customers, by the calls that customers have of their own. */
export function customerBindings({
  pool,
  searches,
  bindings,
  freezes,
}: {
  readonly pool: pg.Pool;
  readonly searches: CustomerSearches;
  readonly bindings: readonly Binding[];
  readonly freezes: FreezePort;
}): readonly Binding[] {
  const calls = new Map(bindings.map((binding) => [binding.operation.name, binding]));
  const reveals = createRateLimiter({ keysMax: PEOPLE_COUNTED_MAX });
  const parts = { pool, calls, searches, reveals, freezes };
  return [
    bind(CONSOLE_OPERATIONS.consoleCustomers, ({ search }, staff, { nowMs, monotonicMs }) =>
      searchCustomers(parts, staff, { search, nowMs, monotonicMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleCustomer, (asked, staff, context) =>
      openCustomer(parts, staff, { asked, context }),
    ),
    bind(CONSOLE_OPERATIONS.consoleCustomerReveal, (asked, staff, { nowMs, monotonicMs }) =>
      revealContact(parts, staff, { ...asked, nowMs, monotonicMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleCustomerFreeze, (asked, staff, { nowMs, monotonicMs }) =>
      freezeCustomer(parts, staff, { ...asked, nowMs, monotonicMs }),
    ),
    bind(CONSOLE_OPERATIONS.consoleBreakGlass, (asked, staff, { nowMs, monotonicMs }) =>
      breakGlass(parts, staff, { ...asked, nowMs, monotonicMs }),
    ),
  ];
}
