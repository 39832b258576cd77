import type { OrderForecast, OrderPlace, Refusal } from '@tarazu/core';
import { formatDecimal } from '@tarazu/core/values';
import { type BasketLeg, basketLegs, type Language, OPERATIONS } from '@tarazu/protocol';
import {
  PRICE_AGE_MAX_MS,
  placeOrder,
  readTicket,
  refusalOf,
  type Ticket,
  type Trading,
  wasAnswered,
  withSteps,
} from '#domains/orders/index.ts';
import { isLarge } from '#domains/stock/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { wordsOf } from '#gateway/reply.ts';
import { type Listing, type RefusalReply, refuse, reply, type Session } from '#ports.ts';

/** Several orders at once: all checked, then all placed. */
export function basketBindings(trading: Trading): Binding[] {
  return [
    bind(OPERATIONS.basketPreview, async ({ legs: text }, session, { language }) => {
      const legs = readLegs(text);
      if (legs === undefined) return refuseLegs();
      const checked = await check(trading, session, legs);
      return reply({
        isAccepted: checked.every(({ refusal }) => refusal === undefined),
        legs: checked.map((one) => wireForecast(one, language)),
        held: totalsOf(checked, ({ leg, listing, forecast }) => ({
          asset: forecast.assetId,
          units: forecast.held,
          scale: heldScale(leg, listing),
        })),
        charges: totalsOf(checked, ({ listing, forecast }) => ({
          asset: listing.quoteAsset,
          units: forecast.charges,
          scale: listing.quoteScale,
        })),
      });
    }),
    bind(OPERATIONS.basketPlace, async ({ legs: text }, session, { language }) => {
      const legs = readLegs(text);
      if (legs === undefined) return refuseLegs();
      // A basket that was answered before is answered again; what it placed then is not checked as if it were to come.
      const isAgain = await wasAnswered(trading.engine, session, legs[0]?.clientId ?? '');
      const checked = isAgain ? [] : await check(trading, session, legs);
      if (checked.some(({ refusal }) => refusal !== undefined)) {
        const refused = checked.map(({ leg, refusal }) => ({
          clientId: leg.clientId,
          fills: [],
          ...(refusal && { refusal: wireRefusal(refusal, language) }),
        }));
        return reply({ isPlaced: false, legs: refused });
      }
      // Submitted together, so that nothing of this server's own making comes between them.
      const answers = await Promise.all(
        legs.map((leg) =>
          placeOrder(trading, session, ticketOf(leg, trading.market.listing(leg.instrumentId))),
        ),
      );
      const results = answers.map((answer, at) => ({
        clientId: legs[at]?.clientId ?? '',
        ...(answer.ok
          ? { order: answer.data.order, fills: answer.data.fills }
          : { fills: [], refusal: wireRefusal(answer.refusal, language) }),
      }));
      return reply({ isPlaced: true, legs: results });
    }),
  ];
}

/** Undefined for what is no basket: not JSON, no array of orders, or one client id twice. */
function readLegs(text: string): readonly BasketLeg[] | undefined {
  const parsed = basketLegs.safeParse(jsonOf(text));
  if (!parsed.success) return undefined;
  const ids = new Set(parsed.data.map(({ clientId }) => clientId));
  return ids.size === parsed.data.length ? parsed.data : undefined;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // What is no JSON is no basket, and is said so.
    return undefined;
  }
}

const refuseLegs = () =>
  refuse('INVALID_INPUT', {
    field: 'legs',
    detail: { problem: 'legs: must be 1 to 20 orders, each with a client id of its own' },
  });

function ticketOf({ type, ...leg }: BasketLeg, listing: Listing | undefined): Ticket {
  const waits = listing?.kind === 'stock' ? 'day' : 'gtc';
  return { ...leg, type, validity: type === 'market' ? 'ioc' : waits };
}

interface Checked {
  readonly leg: BasketLeg;
  readonly listing?: Listing;
  readonly refusal?: RefusalReply;
  readonly forecast?: OrderForecast;
}

/** The grammar of each leg, then all that reads as orders in one look at the state. */
async function check(trading: Trading, session: Session, legs: readonly BasketLeg[]): Promise<Checked[]> {
  const read = legs.map((leg) => readLeg(trading, session, leg));
  const commands = read.flatMap(({ command }) => (command === undefined ? [] : [command]));
  const forecasts = [...(await trading.engine.check(commands))];
  return read.map(({ command, ...one }) => {
    const forecast = command === undefined ? undefined : forecasts.shift();
    return forecast === undefined ? one : { ...one, ...judged(trading, one.listing, forecast) };
  });
}

function readLeg(
  { market }: Trading,
  { accountId }: Session,
  leg: BasketLeg,
): Checked & { readonly command?: OrderPlace } {
  const listing = market.listing(leg.instrumentId);
  if (listing === undefined || listing.kind === 'index')
    return { leg, refusal: { key: 'INSTRUMENT_UNKNOWN', field: 'instrumentId' } };
  market.watch(leg.instrumentId);
  const isOpen = market.detail(leg.instrumentId).session.state === 'open';
  if (isOpen && market.ageMs(leg.instrumentId) > PRICE_AGE_MAX_MS)
    return { leg, listing, refusal: { key: 'STALE_PRICE' } };
  // A basket has no second word for one of its legs: such an order is placed by itself.
  if (listing.kind === 'stock' && isLarge(leg.quantity, listing))
    return { leg, listing, refusal: { key: 'CONFIRM_LARGE_ORDER', field: 'quantity' } };
  const ticket = readTicket(ticketOf(leg, listing), listing);
  if (!ticket.ok) return { leg, listing, refusal: withSteps(market, listing, ticket.refusal) };
  return { leg, listing, command: { ...ticket.command, accountId } };
}

function judged({ market }: Trading, listing: Listing | undefined, forecast: OrderForecast | Refusal) {
  if (!('code' in forecast)) return { forecast };
  return listing === undefined ? {} : { refusal: refusalOf(market, listing, forecast).refusal };
}

function wireRefusal(refusal: RefusalReply, language: Language) {
  return { reason: refusal.key, ...wordsOf(refusal, language) };
}

function wireForecast({ leg, listing, refusal, forecast }: Checked, language: Language) {
  return {
    clientId: leg.clientId,
    ...(refusal && { refusal: wireRefusal(refusal, language) }),
    ...(forecast &&
      listing && {
        held: formatDecimal(forecast.held, heldScale(leg, listing)),
        heldAsset: forecast.assetId,
        priceLimit: formatDecimal(forecast.priceLimit, listing.priceScale),
        charges: formatDecimal(forecast.charges, listing.quoteScale),
        quoteAsset: listing.quoteAsset,
      }),
  };
}

/** A purchase sets money aside, a sale what is sold. */
function heldScale({ side }: BasketLeg, { quoteScale, baseScale }: Listing): number {
  return side === 'buy' ? quoteScale : baseScale;
}

interface Part {
  readonly asset: string;
  readonly units: bigint;
  readonly scale: number;
}

/** What the legs come to together, asset by asset. */
function totalsOf(
  checked: readonly Checked[],
  partOf: (of: { leg: BasketLeg; listing: Listing; forecast: OrderForecast }) => Part,
) {
  const totals = new Map<string, Part>();
  for (const { leg, listing, forecast } of checked) {
    if (forecast === undefined || listing === undefined) continue;
    const part = partOf({ leg, listing, forecast });
    const units = part.units + (totals.get(part.asset)?.units ?? 0n);
    totals.set(part.asset, { ...part, units });
  }
  return [...totals.values()].map(({ asset, units, scale }) => ({
    asset,
    amount: formatDecimal(units, scale),
  }));
}
