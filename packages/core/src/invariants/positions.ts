import { houseBalancesOf } from '#accounts/snapshot.ts';
import type { Account } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import type { CoreState } from '#state.ts';
import type { AssetId } from '#values/index.ts';

/* Invariant 4: what rows beside the ledger say is owned, owed or entitled to is what the ledger has. */

/** 4: lots are what is held of a share; positions are their lots; an empty position has no cost. */
export function wrongLots(state: CoreState, { holdings, row }: Account): string[] {
  const violations: string[] = [];
  const { accountId } = row.row;
  for (const { row: position } of holdings.positions.values()) {
    if (position.quantity < 0n || position.cost < 0n)
      violations.push(`4: account ${accountId} has less than nothing of ${position.instrumentId}`);
    if (position.quantity === 0n && position.cost !== 0n)
      violations.push(`4: ${position.instrumentId} of ${accountId} costs but is not held`);
    const instrument = state.accountSide.facts.instruments.get(position.instrumentId);
    if (instrument?.kind !== 'stock') continue;
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

/** 4: what waits of an asset is what its lots say. */
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
  }
  return violations;
}

function sumOf(lots: readonly { readonly amountLeft: bigint }[]): bigint {
  return lots.reduce((sum, lot) => sum + lot.amountLeft, 0n);
}

/**
 * 4: nothing within the day costs anything when it is
 * closed, and orders that close ask for no more than is open.
 */
export function wrongIntraday({ holdings, orders, row }: Account): string[] {
  const violations: string[] = [];
  for (const { row: position } of holdings.intraday.values()) {
    const { instrumentId, quantity, value, charges } = position;
    const at = `${instrumentId} of ${row.row.accountId} within the day`;
    if (value < 0n || charges < 0n) violations.push(`4: ${at} has less than nothing behind it`);
    if (quantity === 0n && (value !== 0n || charges !== 0n))
      violations.push(`4: ${at} is closed and still costs`);
  }
  const closing = new Map<string, bigint>();
  for (const { row: order } of orders.values()) {
    if (order.intraday?.isClosing !== true) continue;
    const left = order.quantity - order.quantityFilled;
    closing.set(
      order.instrumentId,
      (closing.get(order.instrumentId) ?? 0n) + (order.side === 'buy' ? left : -left),
    );
  }
  for (const [instrumentId, signed] of closing) {
    const open =
      [...holdings.intraday.values()].find((one) => one.row.instrumentId === instrumentId)?.row.quantity ??
      0n;
    if (open > 0n ? -signed > open || signed > 0n : signed > -open || signed < 0n)
      violations.push(`4: orders of ${row.row.accountId} close ${signed} of ${open} ${instrumentId}`);
  }
  return violations;
}

/** 4: what the house has or lends within the day is what its customers have open. */
export function wrongLoans({ accountSide }: CoreState): string[] {
  const lent = new Map<string, bigint>();
  const add = (key: string, units: bigint) => lent.set(key, (lent.get(key) ?? 0n) + units);
  for (const { holdings } of accountSide.accounts.values()) {
    for (const { row } of holdings.intraday.values()) {
      const baseAsset = accountSide.facts.instruments.get(row.instrumentId)?.baseAsset;
      add(`${holdings.environment} ${baseAsset}`, row.quantity);
    }
  }
  for (const { environment, account, assetId, amount } of houseBalancesOf(accountSide)) {
    if ('house' in account && account.house === 'intraday' && assetId.startsWith('EQ:'))
      add(`${environment} ${assetId}`, -amount);
  }
  return [...lent]
    .filter(([, difference]) => difference !== 0n)
    .map(
      ([key, difference]) =>
        `4: ${key} within the day differs by ${difference} from what customers have open`,
    );
}

/** 4: what an account is entitled to stands in its ledger, and nobody applies for more. */
export function wrongEntitlements(state: CoreState, { holdings, row }: Account): string[] {
  const violations: string[] = [];
  const entitled = new Map<string, bigint>();
  for (const { row: one } of holdings.entitlements.values()) {
    const asset = `RE:${state.accountSide.facts.instruments.get(one.instrumentId)?.symbol}`;
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
