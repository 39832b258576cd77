import type { Account, AccountSide } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { changesAtMs } from '#ledger/changing-lots.ts';
import { entitlementAsset } from '#products/delivery/assets.ts';
import { usualOffer } from '#products/offers.ts';
import type { AssetId } from '#values/index.ts';

/* Invariants 3 and 4 of shares: what lots, entitlements and applications say is what the ledger has. */

/** 4: the lots of a share add up to its balance and to its position. */
export function wrongLots(side: AccountSide, { holdings, row }: Account): string[] {
  const violations: string[] = [];
  const { accountId } = row.row;
  for (const { row: position } of holdings.positions.values()) {
    const instrument = side.facts.instruments.get(position.instrumentId);
    if (!instrument || usualOffer(instrument).settles !== 'lots') continue;
    const { baseAsset } = instrument;
    const lots = (holdings.lots.get(baseAsset) ?? []).map((lot) => lot.row);
    const assetBalance = assetBalanceOf(holdings, 'stock', baseAsset);
    const [settled, waiting] = [
      sumOf(lots.filter((lot) => lot.settled)),
      sumOf(lots.filter((lot) => !lot.settled)),
    ];
    const cost = lots.reduce((sum, lot) => sum + lot.costLeft, 0n);
    if (settled !== assetBalance.available.amount + assetBalance.held.amount)
      violations.push(`4: settled lots of ${baseAsset} of ${accountId} are ${settled}`);
    if (waiting !== assetBalance.unsettled.amount)
      violations.push(`4: unsettled lots of ${baseAsset} of ${accountId} are ${waiting}`);
    if (position.quantity !== settled + waiting)
      violations.push(`4: position ${position.instrumentId} of ${accountId} is not its lots`);
    if (position.cost !== cost)
      violations.push(
        `4: position ${position.instrumentId} of ${accountId} does not cost what its lots cost`,
      );
  }
  return [...violations, ...wrongProceeds({ holdings, row })];
}

/** 4: the unsettled balance of an asset is the sum of its unsettled lots. */
function wrongProceeds({ holdings, row }: Pick<Account, 'holdings' | 'row'>): string[] {
  const violations: string[] = [];
  const assets = new Set<AssetId>([...holdings.lots.keys(), ...holdings.assetBalances.stock.keys()]);
  for (const assetId of assets) {
    const waiting = sumOf(
      (holdings.lots.get(assetId) ?? []).map((lot) => lot.row).filter((lot) => !lot.settled),
    );
    const unsettled = holdings.assetBalances.stock.get(assetId)?.unsettled.amount ?? 0n;
    if (waiting !== unsettled)
      violations.push(`4: ${unsettled} ${assetId} of ${row.row.accountId} wait, lots say ${waiting}`);
    const changing = (holdings.lots.get(assetId) ?? []).filter((lot) =>
      Number.isFinite(changesAtMs(lot.row)),
    );
    const known = new Set(holdings.changing.of(assetId));
    if (known.size !== changing.length || changing.some((lot) => !known.has(lot)))
      violations.push(
        `4: ${changing.length} lots of ${assetId} of ${row.row.accountId} change, not ${known.size}`,
      );
    for (const { row: lot } of holdings.lots.get(assetId) ?? []) {
      if (lot.kind === 'proceeds' && lot.settled && lot.amountLeft !== lot.amountOriginal)
        violations.push(
          `4: of ${lot.amountOriginal} ${assetId} of ${row.row.accountId} ${lot.amountLeft} are due`,
        );
    }
  }
  return violations;
}

function sumOf(lots: readonly { readonly amountLeft: bigint }[]): bigint {
  return lots.reduce((sum, lot) => sum + lot.amountLeft, 0n);
}

/** 4: the entitlements of an account stand in its ledger, and nobody applies for more. */
export function wrongEntitlements(side: AccountSide, { holdings, row }: Account): string[] {
  const violations: string[] = [];
  const entitled = new Map<string, bigint>();
  for (const { row: one } of holdings.entitlements.values()) {
    const asset = `RE:${side.facts.instruments.get(one.instrumentId)?.symbol}`;
    entitled.set(asset, (entitled.get(asset) ?? 0n) + one.quantity);
    if (one.quantityApplied < 0n || one.quantityApplied > one.quantity || one.endedAtMs !== undefined)
      violations.push(`4: account ${row.row.accountId} applied for ${one.quantityApplied} of ${one.issueId}`);
  }
  for (const [assetId, { available, held }] of holdings.assetBalances.stock) {
    if (!assetId.startsWith('RE:')) continue;
    const due = entitled.get(assetId) ?? 0n;
    if (available.amount + held.amount !== due)
      violations.push(`4: account ${row.row.accountId} has ${available.amount} ${assetId} free of ${due}`);
    entitled.delete(assetId);
  }
  for (const [asset, due] of entitled)
    violations.push(`4: account ${row.row.accountId} lacks ${due} ${asset}`);
  return violations;
}

/** 3: an application's whole price is held. */
export function wrongApplications({ facts }: AccountSide, { holdings, row }: Account): string[] {
  const violations: string[] = [];
  for (const { row: entitlement } of holdings.entitlements.values()) {
    const { issueId, instrumentId, quantityApplied, priceIssue } = entitlement;
    const instrument = facts.instruments.get(instrumentId);
    const holds = Array.from(holdings.holds.values(), ({ row: hold }) => hold).filter(
      ({ ownerKind, ownerId }) => ownerKind === 'application' && ownerId === issueId,
    );
    const heldOfAsset = (assetId: string) => holds.find((hold) => hold.assetId === assetId)?.amount ?? 0n;
    const money = heldOfAsset(instrument?.quoteAsset ?? '');
    const units = heldOfAsset(instrument ? entitlementAsset(instrument) : '');
    if (money !== quantityApplied * priceIssue || units !== quantityApplied)
      violations.push(`3: account ${row.row.accountId} holds ${money} for ${quantityApplied} of ${issueId}`);
  }
  return violations;
}
