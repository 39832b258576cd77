import { networksOf } from '#platform/network/address.ts';
import type { RateLimiter, TakeOutcome, TakeRequest } from '#platform/network/rate-limit.ts';

export interface NetworkUse extends Omit<TakeRequest, 'key'> {
  /** Names the rule. */
  readonly name: string;
  readonly address: string;
}

/**
 * One more use by an address: it counts for its own network,
 * and for the wider ones that may do their share more.
 */
export function takeByNetwork(limiter: RateLimiter, use: NetworkUse): TakeOutcome {
  const { name, address, limit, ...when } = use;
  for (const network of networksOf(address)) {
    const outcome = limiter.take({ key: `${name}:${network.name}`, limit: limit * network.share, ...when });
    if (!outcome.allowed) return outcome;
  }
  return { allowed: true };
}
