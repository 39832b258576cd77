import { dearestPrice, offerAsked } from '@tarazu/core/checks';
import { amount, intradayHold, tradeValue } from '@tarazu/core/values';
import { intraday } from '#products/intraday/intraday.ts';
import type { Hold, TicketProduct } from '#products/ticket.ts';

const offer = offerAsked(intraday, { product: intraday.asked });

/** Orders within the day: what opens sets a margin aside, what closes its charges alone. */
export const intradayTicket: TicketProduct = {
  offer,
  isOffered: ({ terms, rules }) =>
    terms.intradayMarginRate !== undefined && rules.stockCharges.intraday !== undefined,
  holdOf({ side, quantity, open, ...order }, { terms, rules: { stockCharges } }): Hold {
    const { intraday: rates } = stockCharges;
    const { intradayMarginRate: marginRate } = terms;
    const none = amount(0n);
    if (rates === undefined || marginRate === undefined) return { margin: none, whole: none };
    const { price: priceLimit, priceTrigger, priceBest } = order;
    const price = dearestPrice({ side, priceLimit, priceTrigger }, priceBest);
    const value = tradeValue({ price, quantity, scales: terms, rounding: 'up' });
    const isClosing = offer.closable(side, { open, sellable: 0n }) !== undefined;
    const asked = { side, value, marginRate, isClosing };
    const { margin, charges } = intradayHold(asked, { ...stockCharges, intraday: rates });
    return { margin, whole: amount(margin + charges) };
  },
  marginRateOf: ({ intradayMarginRate }) => intradayMarginRate,
  squaredOffAtMs: (profile) => profile.intraday?.squareOffAtMs,
  worstLabel: { buy: 'holdsMost', sell: 'holdsMost' },
};
