const SHARES = 'EQ:';
const ENTITLEMENTS = 'RE:';

/** The symbol of a share, of the asset in which it is counted; undefined for another asset. */
export function shareSymbolOf(asset: string): string | undefined {
  return asset.startsWith(SHARES) ? asset.slice(SHARES.length) : undefined;
}

/** A right to apply for new shares. */
export function isEntitlement(asset: string): boolean {
  return asset.startsWith(ENTITLEMENTS);
}

/** Shares, and rights to new ones: counted whole. */
export function isCountedWhole(asset: string): boolean {
  return shareSymbolOf(asset) !== undefined || isEntitlement(asset);
}

/** The symbol of a share or of a right to it; another asset is its own symbol. */
export function assetSymbolOf(asset: string): string {
  return isEntitlement(asset) ? asset.slice(ENTITLEMENTS.length) : (shareSymbolOf(asset) ?? asset);
}
