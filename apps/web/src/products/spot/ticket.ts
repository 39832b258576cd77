import { usualOffer } from '@tarazu/core/checks';
import { fullyPaidTicket } from '#products/fully-paid-ticket.ts';
import { spot } from '#products/spot/spot.ts';

export const spotTicket = fullyPaidTicket(usualOffer(spot));
