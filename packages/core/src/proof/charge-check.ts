import { decodeCommand } from '#codec/journal-codec.ts';
import type { Offer } from '#products/offer.ts';
import { offerAsked } from '#products/offers.ts';
import type { FilledInstrument, OwnSide } from '#proof/fill-opening.ts';
import type { Verdict } from '#proof/verdict.ts';
import { holdsRule } from '#rules-version.ts';
import { amount, assert, smaller } from '#values/index.ts';

/**
 * Charges that the fill must have had: those on the order's whole turnover, less earlier fills' and as far as
 * a sale's proceeds go. Replay before `chargesTakenWhole`: it paid what there was, the first lines first, and
 * any part is accepted because that amount is not disclosed; so it is where the version of the rules is not,
 * in a row that is another customer's.
 */
export function chargesCheck(
  own: OwnSide,
  instrument: FilledInstrument,
  rulesVersion: number | undefined,
): Verdict {
  const offer = offerAsked(instrument, own);
  const owed = owedLines(own, { instrument, offer });
  const total = owed.reduce((sum, [, charge]) => sum + charge, 0n);
  const posted = Object.values(own.charges).reduce((sum, charge) => sum + BigInt(charge), 0n);
  const isCapped = total > posted && mayBeChargedLess(own, { offer, posted, rulesVersion });
  const due = isCapped ? covered(owed, posted) : owed;
  const names = new Set([...due.map(([name]) => name), ...Object.keys(own.charges)]);
  for (const name of names) {
    const [expected, disclosed] = [
      due.find(([one]) => one === name)?.[1] ?? 0n,
      BigInt(own.charges[name] ?? '0'),
    ];
    if (expected !== disclosed) return { state: 'differs', detail: `${name}: ${expected} ≠ ${disclosed}` };
  }
  return { state: 'agrees' };
}

/**
 * Whether a fill may have been charged less than was due: a sale that brought in no more than its charges,
 * or, in replay before `chargesTakenWhole`, any fill of a product that holds money on both sides.
 */
function mayBeChargedLess(
  { side, value }: Pick<OwnSide, 'side' | 'value'>,
  of: { readonly offer: Offer; readonly posted: bigint; readonly rulesVersion: number | undefined },
): boolean {
  const { offer, posted, rulesVersion } = of;
  if (!offer.holdsMoney('sell')) return side === 'sell' && posted >= BigInt(value);
  return rulesVersion === undefined || !holdsRule({ rulesVersion }, 'chargesTakenWhole');
}

type Line = readonly [name: string, charge: bigint];

function owedLines(
  own: OwnSide,
  { instrument, offer }: { readonly instrument: FilledInstrument; readonly offer: Offer },
): Line[] {
  const { before } = own;
  const value = BigInt(own.value);
  const taken = amount(BigInt(before.turnoverTaken) + (own.role === 'taker' ? value : 0n));
  const made = amount(BigInt(before.turnoverMade) + (own.role === 'maker' ? value : 0n));
  // Depository charge of a fill: sales of a share pay the day's charge together, and as the other sales' part
  // is not disclosed any part may be due.
  const depositoryPaid = amount(0n);
  const { side, spotFeeTier: feeTier } = own;
  const { quoteIsCoin } = instrument;
  const due = offer.chargesDue(
    { side, taken, made, depositoryPaid, feeTier, quoteIsCoin },
    rulesOf(own, offer),
  );
  return Object.entries(due)
    .map(([name, charge]): Line => {
      const left = charge - BigInt(before.charges[name] ?? '0');
      const isShared = name === 'depositoryCharge';
      return [name, isShared ? smaller(left, BigInt(own.charges[name] ?? '0')) : left];
    })
    .filter(([, owed]) => owed > 0n);
}

/** The rules as the journal's command has them; those of another version are none. */
function rulesOf({ rules, ruleVersion }: Pick<OwnSide, 'rules' | 'ruleVersion'>, { charges }: Offer) {
  const set = decodeCommand(rules);
  assert(set.type === 'rules.set', 'Condition: rules are set by the command that set them');
  const version = set[charges]?.version;
  assert(version === ruleVersion, `Condition: rules ${ruleVersion} of the order expected, not ${version}`);
  return set;
}

/** Lines up to what there is, in their order. */
function covered(lines: readonly Line[], cap: bigint): Line[] {
  let left = cap;
  return lines.map(([name, owed]): Line => {
    const taken = smaller(owed, left);
    left -= taken;
    return [name, taken];
  });
}
