const SHARES = 'EQ:';
const ENTITLEMENTS = 'RE:';

/** The symbol of a share, of the asset in which it is counted; undefined for another asset. */
export function shareSymbolOf(assetId: string): string | undefined {
  return assetId.startsWith(SHARES) ? assetId.slice(SHARES.length) : undefined;
}

/** The asset in which a company's shares are counted. */
export function shareAssetOf(symbol: string): string {
  return `${SHARES}${symbol}`;
}

/** A right to apply for so many new shares, counted in an asset of its own. */
export function isEntitlement(assetId: string): boolean {
  return assetId.startsWith(ENTITLEMENTS);
}
