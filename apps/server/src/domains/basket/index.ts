import { type AccountId, type ClientId, formatDecimal, parseClientId } from '@tarazu/core/values';
import { type BasketLeg, type Language, OPERATIONS } from '@tarazu/protocol';
import {
  basketOf,
  type CheckedLeg,
  checkLegs,
  legRefusal,
  legsOf,
  type ReadLeg,
  readLegs,
} from '#domains/basket/check.ts';
import {
  isMine,
  lateRefusal,
  type Trading,
  unverifiedRefusal,
  wasAnswered,
  wireFill,
  wireOrder,
} from '#domains/orders/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { wordsOf } from '#gateway/reply/reply.ts';
import {
  type Answer,
  type Listing,
  type RefusalReply,
  receiptOf,
  refuse,
  reply,
  type Session,
} from '#ports.ts';

/** Several orders at once: all are placed, or none. */
export function basketBindings(trading: Trading): Binding[] {
  return [
    bind(OPERATIONS.basketPreview, async ({ legs: text, confirmLarge }, session, { language }) => {
      const legs = legsOf(text);
      if (legs === undefined) return refuseLegs();
      const read = readLegs(trading, legs, { clientId: PREVIEWED, confirmLarge });
      const checked = await checkLegs(trading, read, { session, clientId: PREVIEWED });
      return reply(wirePreview(checked, language));
    }),
    bind(
      OPERATIONS.basketPlace,
      async (input, session, { language }) => {
        const clientId = parseClientId(input.clientId);
        if (clientId === undefined) return refuse('INVALID_INPUT', { field: 'clientId' });
        const legs = legsOf(input.legs);
        if (legs === undefined) return refuseLegs();
        const asked = { session, clientId, language, placeBeforeMs: input.placeBeforeMs };
        return placeBasket(trading, asked, readLegs(trading, legs, input));
      },
      { ordersIn: ({ legs }) => legsOf(legs)?.length ?? 1 },
    ),
  ];
}

/** Nothing is placed under it. */
const PREVIEWED = previewedId();

function previewedId(): ClientId {
  const clientId = parseClientId('basket-preview');
  if (clientId === undefined) throw new Error('Invariant: the name of a preview is a client id');
  return clientId;
}

interface Asked {
  readonly session: Session;
  readonly clientId: ClientId;
  readonly language: Language;
  readonly placeBeforeMs?: string | undefined;
}

/**
 * One command for the basket: a repeat gets the first answer of the engine,
 * and one that was refused here before the engine may be sent again.
 */
async function placeBasket(trading: Trading, asked: Asked, read: readonly ReadLeg[]) {
  const { session, clientId, language } = asked;
  const basket = basketOf(read, asked);
  const isRefusedHere = read.some(({ refusal }) => refusal !== undefined);
  const unverified = await unverifiedRefusal(trading, session);
  const isOurs = isRefusedHere || unverified !== undefined;
  const isAgain = isOurs && (await wasAnswered(trading.engine, session, clientId));
  if (unverified && !isAgain) return { ok: false, refusal: unverified } as const;
  // Another basket than the one that was answered: that nothing was placed would be read as said of that one.
  if (isAgain && basket === undefined) return refuse('CLIENT_ID_REUSED');
  if (basket === undefined || (isRefusedHere && !isAgain)) {
    const legs = (await checkLegs(trading, read, asked)).map((one) => refusedLeg(one.refusal, language));
    return reply({ isPlaced: false, legs, duplicate: false });
  }
  const turning = trading.market.today();
  if (turning) await turning;
  const late = await lateRefusal(trading, session, asked);
  if (late) return late;
  const answer = await trading.engine.submit(basket);
  const { outcome, duplicate } = answer;
  const about = { duplicate, ...receiptOf(answer) };
  if (outcome.ok)
    return reply({ isPlaced: true, legs: placedLegs(answer, read, session.accountId), ...about });
  if (outcome.legs === undefined)
    return refuse(outcome.refusal.code, outcome.refusal.detail ? { detail: outcome.refusal.detail } : {});
  const refusals = new Map(outcome.legs.map(({ leg, refusal }) => [leg, refusal]));
  const legs = read.map(({ listing }, at) => {
    const refusal = refusals.get(at);
    return refusedLeg(refusal && listing && legRefusal(trading, listing, refusal), language);
  });
  return reply({ isPlaced: false, legs, ...about });
}

function placedLegs({ outcome }: Answer, read: readonly ReadLeg[], own: AccountId) {
  if (!outcome.ok || outcome.type !== 'basket')
    throw new Error('Invariant: placing a basket answers with its orders');
  return outcome.legs.map(({ order, fills }, at) => {
    const listing = read[at]?.listing;
    if (listing === undefined) throw new Error('Invariant: each leg that was placed is listed');
    return {
      order: wireOrder(order, listing),
      fills: fills
        .filter(({ taker, maker }) => isMine(taker, own) || isMine(maker, own))
        .map((fill) => wireFill(fill, listing, own)),
    };
  });
}

function refusedLeg(refusal: RefusalReply | undefined, language: Language) {
  return { fills: [], ...(refusal && { refusal: wireRefusal(refusal, language) }) };
}

const refuseLegs = () =>
  refuse('INVALID_INPUT', { field: 'legs', detail: { problem: 'legs: must be 1 to 10 orders' } });

function wireRefusal(refusal: RefusalReply, language: Language) {
  return { reason: refusal.key, ...wordsOf(refusal, language) };
}

function wirePreview(checked: readonly CheckedLeg[], language: Language) {
  return {
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
  };
}

function wireForecast({ leg, listing, refusal, forecast }: CheckedLeg, language: Language) {
  return {
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

type Forecast = Required<Pick<CheckedLeg, 'leg' | 'listing' | 'forecast'>>;

/** The sums of all legs together, asset by asset. */
function totalsOf(checked: readonly CheckedLeg[], partOf: (of: Forecast) => Part) {
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
