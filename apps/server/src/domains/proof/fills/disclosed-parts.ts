import { decodeMarketMakerDepth, decodeOutcome, type Fill, type Outcome } from '@tarazu/core';
import type { DisclosedPart } from '@tarazu/core/proof';
import { type LeafSource, saltedPartsOf } from '#engine/journal/hash-chain.ts';

/** The asker about a row, and about which fill. */
export interface PartsAsker {
  /** Zero for nobody: then only what the system sent is disclosed. */
  readonly accountId: number;
  readonly orderId: number;
  /** Whether the command is the asker's own, or the system's, which tells no customer. */
  readonly isSender: boolean;
  /** Of the fill that is asked about. */
  readonly fill: { readonly index: number; readonly takerOrderId: number };
}

/**
 * The parts of a row in which customers meet, as disclosed to one of them: the text of their own, the hashes
 * of the others. Undefined for any other row.
 */
export function disclosedParts(row: LeafSource, asker: PartsAsker | 'operator'): DisclosedPart[] | undefined {
  const parts = saltedPartsOf(row);
  if (asker === 'operator' || parts === undefined) return parts;
  const names = new Set([
    ...(asker.isSender ? ['command', 'outcome'] : []),
    ...legNames(decodeOutcome(row.outcome), asker),
    ...depthNames(row, asker),
  ]);
  return parts.map(({ name, hash, disclosed }) => ({ name, hash, ...(names.has(name) && { disclosed }) }));
}

/** Of the own order everything but its makers; of one that came to the own order its fills up to there. */
function legNames(outcome: Outcome, asker: PartsAsker): string[] {
  return legsOf(outcome).flatMap(({ order, fills }, at) => {
    const isOwn = Number(order.accountId) === asker.accountId;
    const isMet = Number(order.id) === asker.fill.takerOrderId;
    const isDisclosed = ({ index }: Fill): boolean => isOwn || (isMet && index <= asker.fill.index);
    return [
      ...(isOwn ? [`order ${at}`] : []),
      ...fills.flatMap((fill, place) => [
        ...(isDisclosed(fill) ? [`fill ${at} ${place}`] : []),
        ...(isOwn ? [`taker ${at} ${place}`] : []),
        ...(isDisclosed(fill) && isMakerOf(fill, asker) ? [`maker ${at} ${place}`] : []),
      ]),
    ];
  });
}

function isMakerOf({ maker }: Fill, { accountId }: PartsAsker): boolean {
  return !maker.isMarketMaker && Number(maker.accountId) === accountId;
}

/**
 * The market maker's quotes that the command met, or the
 * order that came to the own one; whose it is stays hidden.
 */
function depthNames({ marketMakerDepth, outcome }: LeafSource, asker: PartsAsker): string[] {
  const own = legsOf(decodeOutcome(outcome))
    .filter(({ order }) => Number(order.accountId) === asker.accountId)
    .map(({ order }) => Number(order.id));
  return decodeMarketMakerDepth(marketMakerDepth).flatMap(({ orderId }, at) => {
    if (orderId === undefined) return [`depth ${at}`];
    if (Number(orderId) === asker.orderId || own.includes(Number(orderId)))
      return [`depth ${at}`, `depthOrder ${at}`];
    return Number(orderId) === asker.fill.takerOrderId ? [`depth ${at}`] : [];
  });
}

function legsOf(outcome: Outcome): readonly {
  readonly order: { readonly accountId: number; readonly id: number };
  readonly fills: readonly Fill[];
}[] {
  if (!outcome.ok) return [];
  if (outcome.type === 'basket') return outcome.legs;
  return outcome.type === 'order' ? [outcome] : [];
}
