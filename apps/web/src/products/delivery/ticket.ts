import { usualOffer } from '@tarazu/core/checks';
import { delivery } from '#products/delivery/delivery.ts';
import { fullyPaidTicket } from '#products/fully-paid-ticket.ts';

export const deliveryTicket = fullyPaidTicket(usualOffer(delivery));
