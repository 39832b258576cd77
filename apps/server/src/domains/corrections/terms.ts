import { createHash } from 'node:crypto';
import type { CorrectionTerms } from '#domains/corrections/store.ts';

type Bound = Omit<CorrectionTerms, 'loginId' | 'accountId' | 'ruleVersion'> & { readonly userId: string };

/** SHA-256 of what is posted for whom and why: proposal, agreement and posting are of the same. */
export function termsHash(of: Bound): Buffer {
  const money = [of.assetId, String(of.units), of.scale];
  const what = [
    of.userId,
    of.environment,
    of.direction,
    of.house,
    of.wallet,
    ...money,
    of.threadId,
    of.words,
    ...(of.reference === undefined ? [] : [of.reference]),
  ];
  return createHash('sha256').update(JSON.stringify(what)).digest();
}
