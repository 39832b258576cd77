import type { CustomerPart } from '#domains/staff/customers/part.ts';
import { messages, sessions } from '#domains/staff/customers/parts/access.ts';
import { identity } from '#domains/staff/customers/parts/identity.ts';
import { limits } from '#domains/staff/customers/parts/limits.ts';
import { money, movements } from '#domains/staff/customers/parts/money.ts';
import { orders } from '#domains/staff/customers/parts/orders.ts';
import { profile } from '#domains/staff/customers/parts/profile.ts';

/** Parts of the customer view in their order. A product adds what it knows to one of them. */
export const CUSTOMER_PARTS: readonly CustomerPart[] = [
  profile,
  identity,
  money,
  orders,
  movements,
  sessions,
  messages,
  limits,
];
