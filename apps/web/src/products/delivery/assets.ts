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
