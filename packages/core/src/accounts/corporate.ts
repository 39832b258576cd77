import type { Account, AccountSide } from '#ledger/account.ts';
import { assetBalanceOf, houseCell } from '#ledger/cells.ts';
import { addLot, lotsOf, positionOf } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import type { CorporateAct } from '#model/commands/corporate-commands.ts';
import type { CorporateTerms, ShareTerms } from '#model/corporate-terms.ts';
import type { Instrument } from '#model/instrument.ts';
import { type Bucket, LOT_WALLET, type Lot, type PostingKind } from '#model/ledger.ts';
import { adjustEntitlements, entitle } from '#products/delivery/rights.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type Amount,
  type AssetId,
  amount,
  assert,
  divide,
  type InstantMs,
  quantity,
  tradeValue,
} from '#values/index.ts';

/** An action on its way through one account. */
interface Acting {
  readonly side: AccountSide;
  readonly account: Account;
  readonly instrument: Instrument;
  readonly command: CorporateAct;
  readonly recorder: Recorder;
}

/**
 * Gives an account what an action brings to all its shares, settled or not; no share of it is held by an
 * order meanwhile.
 */
export function actOn(
  side: AccountSide,
  of: { account: Account; instrument: Instrument; command: CorporateAct },
  recorder: Recorder,
): void {
  const acting = { side, ...of, recorder };
  if (of.command.terms.kind === 'split' || of.command.terms.kind === 'bonus')
    adjustEntitlements(side, { ...of, terms: of.command.terms }, recorder);
  const held = of.account.holdings.positions.get(of.instrument.id)?.row.quantity;
  if (held === undefined || held === 0n) return;
  const { terms } = of.command;
  if (terms.kind === 'rights') entitle(side, { ...of, terms }, recorder);
  else if (terms.kind === 'dividend') payDividend(acting, terms, held);
  else change(acting, terms, held);
}

type DividendTerms = Extract<CorporateTerms, { kind: 'dividend' }>;

function payDividend(acting: Acting, { amountPerShare }: DividendTerms, held: Amount): void {
  const { quoteAsset } = acting.instrument;
  give(acting, { assetId: quoteAsset, amount: amount(held * amountPerShare) }, 'dividend');
}

function change(acting: Acting, terms: ShareTerms, held: Amount): void {
  const { account, instrument } = acting;
  assert(terms.sharesAfter >= terms.sharesBefore, 'Condition: a split or a bonus makes shares more');
  const { held: waiting } = assetBalanceOf(account.holdings, LOT_WALLET, instrument.baseAsset);
  assert(waiting.amount === 0n, 'Invariant: no shares stand behind orders while they change');
  const whole = terms.kind === 'split' ? split(acting, terms, held) : bonus(acting, terms, held);
  payFraction(acting, terms, { held, whole });
}

/** Parts of the new whole for every lot, oldest first, so that they add up to it and each keeps its cost. */
function split(acting: Acting, terms: ShareTerms, held: Amount): Amount {
  const { account, instrument, recorder } = acting;
  const { baseAsset } = instrument;
  const grown: Record<'available' | 'unsettled', bigint> = { available: 0n, unsettled: 0n };
  let [before, after] = [0n, 0n];
  for (const lot of lotsOf(account.holdings, baseAsset)) {
    const { row } = lot;
    before += row.amountLeft;
    const part = entitled(before, terms) - after;
    after += part;
    grown[row.settled ? 'available' : 'unsettled'] += part - row.amountLeft;
    const amountOriginal = entitled(row.amountOriginal, terms);
    const rows = { ...row, amountLeft: amount(part), amountOriginal: amount(amountOriginal) };
    replaceRow({ recorder, list: recorder.lots }, lot, rows);
  }
  assert(before === held, 'Invariant: a position is its lots');
  assert(after === entitled(held, terms), 'Invariant: the parts of a split add up to its whole');
  for (const bucket of ['available', 'unsettled'] as const) {
    give(acting, { assetId: baseAsset, amount: amount(grown[bucket]), bucket }, 'corporateAction');
  }
  grow(acting, amount(after - before));
  return amount(after);
}

type LotTimes = Pick<Lot, 'usableAtMs' | 'withdrawableAtMs' | 'settled'>;

/**
 * New shares are lots of their own that have cost nothing: one for all that is settled, and one for each time
 * at which others will be.
 */
function bonus(acting: Acting, terms: ShareTerms, held: Amount): Amount {
  const given = amount(entitled(held, terms) - held);
  for (const { times, shares } of bonusParts(acting, terms)) giveBonus(acting, shares, times);
  grow(acting, given);
  return amount(held + given);
}

/** How many new shares come of the lots of each time, oldest first, so that the parts add up to the whole. */
function bonusParts(acting: Acting, terms: ShareTerms): { times: LotTimes; shares: bigint }[] {
  const { account, instrument, recorder } = acting;
  const now: LotTimes = { usableAtMs: recorder.atMs, withdrawableAtMs: recorder.atMs, settled: true };
  const isByLot = holdsRule(recorder, 'bonusWithItsLot');
  const parts = new Map<InstantMs, { times: LotTimes; shares: bigint }>();
  let [before, given] = [0n, 0n];
  for (const { row } of lotsOf(account.holdings, instrument.baseAsset)) {
    before += row.amountLeft;
    const shares = entitled(before, terms) - before - given;
    given += shares;
    const { usableAtMs, withdrawableAtMs, settled } = row;
    const times = settled || !isByLot ? now : { usableAtMs, withdrawableAtMs, settled };
    const part = parts.getOrInsertComputed(times.usableAtMs, () => ({ times, shares: 0n }));
    part.shares += shares;
  }
  assert(given === entitled(before, terms) - before, 'Invariant: the parts of a bonus add up to its whole');
  return [...parts.values()].filter(({ shares }) => shares > 0n);
}

function giveBonus(acting: Acting, shares: bigint, times: LotTimes): void {
  const { account, instrument, recorder } = acting;
  const { baseAsset: assetId, id: instrumentId } = instrument;
  const given = amount(shares);
  give(
    acting,
    { assetId, amount: given, bucket: times.settled ? 'available' : 'unsettled' },
    'corporateAction',
  );
  const { atMs: openedAtMs, sequence, lotIndex: index } = recorder;
  recorder.lotIndex += 1;
  const { accountId } = account.holdings;
  const amounts = { amountOriginal: given, amountLeft: given, costLeft: amount(0n) };
  const about = { sequence, index, accountId, assetId, instrumentId, openedAtMs };
  addLot(account.holdings, { ...about, kind: 'shares', ...amounts, ...times }, recorder);
}

/** Whole shares after the action, rounded down: the rest is paid. */
function entitled(shares: bigint, { sharesBefore, sharesAfter }: ShareTerms): bigint {
  return divide({ dividend: shares * sharesAfter, divisor: sharesBefore, rounding: 'down' });
}

function grow({ account, instrument, recorder }: Acting, by: Amount): void {
  const position = positionOf(account.holdings, instrument.id);
  assert(by >= 0n, 'Invariant: a corporate action takes no shares');
  const row = { ...position.row, quantity: amount(position.row.quantity + by) };
  replaceRow({ recorder, list: recorder.positions }, position, row);
}

/** The part of a share that no whole share came of, at the published price, rounded half up. */
function payFraction(
  acting: Acting,
  terms: ShareTerms,
  { held, whole }: { held: Amount; whole: Amount },
): void {
  const { instrument } = acting;
  const rest = held * terms.sharesAfter - whole * terms.sharesBefore;
  assert(rest >= 0n && rest < terms.sharesBefore, 'Invariant: what is paid is less than a share');
  const value = tradeValue({
    price: terms.fractionPrice,
    quantity: quantity(rest),
    scales: instrument,
    rounding: 'half-up',
  });
  const paid = divide({ dividend: value, divisor: terms.sharesBefore, rounding: 'half-up' });
  give(acting, { assetId: instrument.quoteAsset, amount: amount(paid) }, 'corporateAction');
}

/** From outside into the stock wallet, under the name of the action. */
function give(
  { side, account, command, recorder }: Acting,
  given: { assetId: AssetId; amount: Amount; bucket?: Bucket },
  kind: PostingKind,
): void {
  const { holdings } = account;
  const from = houseCell(
    { environment: holdings.environment, ledger: side.house[holdings.environment] },
    'outside',
    given.assetId,
  );
  const to = assetBalanceOf(holdings, LOT_WALLET, given.assetId)[given.bucket ?? 'available'];
  post(recorder, { from, to, amount: given.amount }, { kind, ruleVersion: command.clientId });
}
