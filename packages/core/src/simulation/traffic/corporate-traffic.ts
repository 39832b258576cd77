import type { Command } from '#model/command.ts';
import type { CorporateTerms } from '#model/corporate-terms.ts';
import { anyCustomer, clientIdOf, type Traffic } from '#simulation/traffic/draws.ts';
import { rightsTerms } from '#simulation/traffic/rights-traffic.ts';
import { ARUNA, BHUMI, BTC_USDT } from '#simulation/world.ts';
import { accountId as accountIdOf, amount, price, quantity } from '#values/index.ts';

/** A corporate action on all holders. Replay before `sweeps`: on one at a time, which journals still have. */
export function corporateAct(traffic: Traffic): Command {
  const { random, count } = traffic;
  const terms = termsOf(traffic);
  const somebody = { accountId: anyCustomer(traffic), instrumentId: random.once(2) ? ARUNA.id : BHUMI.id };
  // Mostly where somebody has just ordered, so that orders are met; rights mostly for who holds.
  const isHolder = terms.kind === 'rights' ? !random.once(4) : random.once(4);
  const { accountId, instrumentId: id } = (!isHolder && traffic.lastOrder) || somebody;
  const clientId = clientIdOf(count);
  if (terms.kind === 'rights')
    traffic.issues.push({ accountId, issueId: clientId, closesAtMs: terms.closesAtMs });
  if (random.once(2))
    return {
      type: 'corporate.begin',
      accountId: SYSTEM_ACCOUNT,
      clientId,
      contentHash: `action-${count}`,
      instrumentId: random.once(20) ? BTC_USDT.id : id,
      terms,
    };
  return {
    type: 'corporate.act',
    accountId,
    clientId,
    contentHash: `action-${count}`,
    instrumentId: random.once(20) ? BTC_USDT.id : id,
    terms,
  };
}

/** Account whose ids the system's own commands use. */
const SYSTEM_ACCOUNT = accountIdOf(0);

/** A split, a bonus, a dividend or a rights issue. */
function termsOf({ random, atMs }: Traffic): CorporateTerms {
  // Eleven of ten leaves prices within the band, so that orders go on in the new share.
  const sharesBefore = quantity(random.once(2) ? 10n : BigInt(1 + random.below(3)));
  const sharesAfter = quantity(sharesBefore + BigInt(random.below(3)));
  const kind = random.pick(['split', 'bonus', 'dividend', 'rights', 'rights'] as const);
  if (kind === 'dividend') return { kind, amountPerShare: amount(BigInt(random.below(500))) };
  if (kind === 'rights') return rightsTerms(random, atMs);
  return { kind, sharesBefore, sharesAfter, fractionPrice: price(101n) };
}
