import type { StockProduct } from '@tarazu/protocol';
import { deliveryTicket } from '#products/delivery/ticket.ts';
import { intradayTicket } from '#products/intraday/ticket.ts';
import { askedOf } from '#products/list.ts';
import { spotTicket } from '#products/spot/ticket.ts';
import type { Chosen, HoldRules, TicketProduct } from '#products/ticket.ts';

/** Every product's record for the ticket, once; the usual one of a kind before the others of that kind. */
const TICKETS: readonly TicketProduct[] = [deliveryTicket, intradayTicket, spotTicket];

/** The record of the chosen product; of the usual one of the instrument's kind where none is chosen. */
export function ticketOf({ kind }: { readonly kind: string }, { product }: Chosen = {}): TicketProduct {
  return product ?? TICKETS.find(({ offer }) => offer.kind === kind) ?? deliveryTicket;
}

/** The record of the product that the wire names so; undefined where it is not offered for the instrument. */
export function ticketNamed(
  wireName: StockProduct | undefined,
  of: Pick<HoldRules, 'terms' | 'rules'>,
): TicketProduct | undefined {
  const asked = askedOf(wireName);
  const found = TICKETS.find(({ offer }) => offer.kind === of.terms.kind && offer.asked === asked);
  return found?.isOffered(of) === true ? found : undefined;
}
