import type { Account, AccountSide } from '#ledger/account.ts';
import type { Facts } from '#model/facts.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Wallet } from '#model/ledger.ts';
import {
  atMark,
  type ExposureRules,
  type MarginState,
  type MarginTerms,
  type MarkedExposure,
  type OpenExposure,
} from '#products/exposure.ts';
import { PRODUCTS } from '#products/list.ts';
import type { Offer } from '#products/offer.ts';
import {
  type AccountId,
  type Amount,
  type AssetId,
  amount,
  assert,
  type InstantMs,
  type InstrumentId,
  SegmentedSet,
} from '#values/index.ts';

/** An open exposure of an account in a product, at its mark where there is one. */
export interface Exposure {
  readonly product: Offer['name'];
  readonly open: OpenExposure;
  /** Undefined while the instrument has no mark. */
  readonly marked: MarkedExposure | undefined;
}

/** Amount that an account would have of an asset in a wallet, were all that is open closed at its mark. */
export interface Equity {
  /** Available, held and unsettled, and the unrealised profit. */
  readonly amount: Amount;
  readonly profitUnrealised: Amount;
  /** Margin set aside for the open exposures. */
  readonly margin: Amount;
  /** When the oldest mark was made by which it is judged; undefined where nothing is open. */
  readonly markedAtMs: InstantMs | undefined;
  /** How much of what is open has no mark: it counts at its entry. */
  readonly unmarkedCount: number;
}

const EXPOSED: readonly { readonly name: Offer['name']; readonly rules: ExposureRules }[] = PRODUCTS.flatMap(
  ({ name, exposure }) => (exposure ? [{ name, rules: exposure }] : []),
);

/** All that an account has open beyond what it has paid for: a function of its rows and of the marks. */
export function exposuresOf(facts: Facts, { holdings }: Account): Exposure[] {
  return EXPOSED.flatMap(({ name, rules }) =>
    rules.open(holdings, (id) => knownInstrument(facts, id)).map((open) => exposureAt(facts, name, open)),
  );
}

/** The exposure of an account in an instrument, whatever else it has open. */
export function exposureOf(
  facts: Facts,
  { holdings }: Account,
  instrumentId: InstrumentId,
): Exposure | undefined {
  for (const { name, rules } of EXPOSED) {
    const open = rules.openIn(holdings, instrumentId, (id) => knownInstrument(facts, id));
    if (open) return exposureAt(facts, name, open);
  }
  return undefined;
}

function exposureAt(facts: Facts, product: Offer['name'], open: OpenExposure): Exposure {
  const mark = facts.marks.get(open.instrumentId);
  return { product, open, marked: mark && atMark(open, mark, knownInstrument(facts, open.instrumentId)) };
}

/** How an exposure stands by the terms of its product; undefined while it has no mark. */
export function marginStateOf(
  { product, marked }: Exposure,
  terms: MarginTerms,
  atMs: InstantMs,
): MarginState | undefined {
  const rules = EXPOSED.find(({ name }) => name === product)?.rules;
  assert(rules !== undefined, 'Condition: an exposure is of a product that has one');
  return marked && rules.judge(marked, terms, atMs);
}

export function equityOf(
  facts: Facts,
  account: Account,
  of: { readonly wallet: Wallet; readonly assetId: AssetId },
): Equity {
  const own = exposuresOf(facts, account).filter(
    ({ open }) => open.wallet === of.wallet && open.assetId === of.assetId,
  );
  const balance = account.holdings.assetBalances[of.wallet].get(of.assetId);
  const owned = balance ? balance.available.amount + balance.held.amount + balance.unsettled.amount : 0n;
  const profit = own.reduce((sum, { marked }) => sum + (marked?.profitUnrealised ?? 0n), 0n);
  const marks = own.flatMap(({ marked }) => marked?.mark ?? []);
  const oldest = marks.reduce<InstantMs | undefined>(
    (atMs, mark) => (atMs === undefined || mark.atMs < atMs ? mark.atMs : atMs),
    undefined,
  );
  return {
    amount: amount(owned + profit),
    profitUnrealised: amount(profit),
    margin: amount(own.reduce((sum, { open }) => sum + open.margin, 0n)),
    markedAtMs: oldest,
    unmarkedCount: own.length - marks.length,
  };
}

/** Position of an account in an instrument, whatever the product. */
interface PositionRow {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly quantity: bigint;
}

/** Notes who has something open in which instrument, so that nobody is looked for. */
export function noteExposed({ exposed }: Pick<AccountSide, 'exposed'>, row: PositionRow): void {
  const { accountId, instrumentId, quantity } = row;
  if (quantity !== 0n) {
    exposed.getOrInsertComputed(instrumentId, () => new SegmentedSet<AccountId>()).add(accountId);
    return;
  }
  const accounts = exposed.get(instrumentId);
  accounts?.delete(accountId);
  if (accounts?.size === 0) exposed.delete(instrumentId);
}

/** Of the rows that a command has changed, or a load brings, those that say what is open. */
export function noteExposures(
  side: Pick<AccountSide, 'exposed'>,
  rowsOf: (rows: ExposureRules['rows']) => readonly PositionRow[],
): void {
  for (const { rules } of EXPOSED) for (const row of rowsOf(rules.rows)) noteExposed(side, row);
}

/** Rows that say what accounts have in instruments, of the given ones by kind. */
export function positionRowsOf(
  rowsOf: (rows: 'positions' | ExposureRules['rows']) => Iterable<PositionRow>,
): PositionRow[] {
  return [...rowsOf('positions'), ...EXPOSED.flatMap(({ rules }) => [...rowsOf(rules.rows)])];
}

function knownInstrument(facts: Facts, id: InstrumentId): Instrument {
  const instrument = facts.instruments.get(id);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before what is open in it');
  return instrument;
}
