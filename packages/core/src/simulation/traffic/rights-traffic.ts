import type { Command } from '#model/command.ts';
import type { RightsTerms } from '#model/corporate-terms.ts';
import type { Random } from '#simulation/random.ts';
import {
  type AccountId,
  type ClientId,
  type InstantMs,
  instantMs,
  MINUTE_MS,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

/**
 * New shares for a few held, mostly below the price of before; the
 * issue closes within minutes, so that a short run sees its end.
 */
export function rightsTerms(random: Random, atMs: InstantMs): RightsTerms {
  // A share of paise or one of hundreds of rupees, which not everybody can pay for.
  const each = random.once(2) ? 1n : 500n;
  const priceCum = BigInt(90 + random.below(20));
  return {
    kind: 'rights',
    sharesHeld: quantity(BigInt(1 + random.below(7))),
    sharesOffered: quantity(BigInt(1 + random.below(3))),
    priceIssue: price(each * (priceCum - BigInt(random.below(4) - 1))),
    priceCum: price(each * priceCum),
    closesAtMs: instantMs(atMs + random.below(15 * MINUTE_MS)),
  };
}

/** A rights issue, with somebody who was entitled by it. */
export interface Issue {
  readonly accountId: AccountId;
  readonly issueId: ClientId;
  readonly closesAtMs: InstantMs;
}

/** Parts of the traffic for an application; an issue that is over leaves them. */
interface Offers {
  readonly random: Random;
  readonly issues: Issue[];
  readonly count: number;
  readonly atMs: InstantMs;
}

/**
 * Somebody applies for what he is entitled to, for less,
 * for none or for more; or the clock closes what is over.
 */
export function rightsCommand(
  { random, issues, count, atMs }: Offers,
  by: { readonly accountId: AccountId; readonly clientId: ClientId },
): Command {
  const place = random.below(issues.length);
  const { accountId, issueId, closesAtMs } = issues[place] ?? unknownIssue(by.accountId);
  if (random.once(4)) {
    if (atMs > closesAtMs) issues.splice(place, 1);
    return { type: 'rights.close', accountId };
  }
  const wanted = BigInt(random.once(5) ? 0 : random.once(8) ? 1_000_000 : 1 + random.below(40));
  return {
    type: 'rights.apply',
    accountId: random.once(20) ? by.accountId : accountId,
    clientId: by.clientId,
    contentHash: `rights-${count}`,
    issueId,
    quantity: quantity(wanted),
  };
}

function unknownIssue(accountId: AccountId): Issue {
  const issueId = parseClientId('issue-unknown');
  if (issueId === undefined) throw new Error('Invariant: a simulated issue is well named');
  return { accountId, issueId, closesAtMs: instantMs(0) };
}
