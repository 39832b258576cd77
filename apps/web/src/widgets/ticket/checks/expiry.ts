import { offerAsked } from '@tarazu/core/checks';
import type { InstrumentProfile } from '@tarazu/protocol';
import { askedOf } from '#products/list.ts';
import type { TicketFields } from './checks.ts';

/**
 * Whether a ticket can be told now for the next session: a
 * stock's limit order of a day, while its market is closed.
 */
export function takesAfterMarket(
  { type, validity, product }: Pick<TicketFields, 'type' | 'validity' | 'product'>,
  { kind, session, status }: Pick<InstrumentProfile, 'kind' | 'session' | 'status'>,
): boolean {
  return (
    kind !== 'index' &&
    offerAsked({ kind }, { product: askedOf(product) }).takes.afterMarket &&
    status === 'listed' &&
    session.state === 'closed' &&
    type === 'limit' &&
    validity === 'day'
  );
}

export function isAfterMarket(
  fields: Pick<TicketFields, 'type' | 'validity' | 'afterMarket'>,
  profile: Pick<InstrumentProfile, 'kind' | 'session' | 'status'>,
): boolean {
  return fields.afterMarket === true && takesAfterMarket(fields, profile);
}
