import type { Offer } from '@tarazu/core/checks';
import { tradeValue } from '@tarazu/core/values';
import type { TicketProduct } from '#products/ticket.ts';

/** Record of a product that is paid in full: a purchase holds its value with all charges. */
export function fullyPaidTicket(offer: Offer): TicketProduct {
  return {
    offer,
    isOffered: () => true,
    holdOf({ price, quantity }, { terms, rules, feeTier }) {
      const valueAtLimit = tradeValue({ price, quantity, scales: terms, rounding: 'up' });
      return { whole: offer.purchaseHold({ valueAtLimit, feeTier, quoteIsCoin: terms.quoteIsCoin }, rules) };
    },
    worstLabel: { buy: 'costMost', sell: 'bringsLeast' },
  };
}
