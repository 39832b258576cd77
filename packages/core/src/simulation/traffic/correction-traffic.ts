import type { CorrectionPost } from '#model/commands/account-commands.ts';
import { CORRECTION_ACCOUNTS } from '#model/ledger.ts';
import { anyCustomer, clientIdOf, type Traffic } from '#simulation/traffic/draws.ts';
import { ARUNA, INR, USDT } from '#simulation/world.ts';
import { amount } from '#values/index.ts';

/** Money of each wallet, and a share, which no correction moves. */
const CORRECTED = [
  { wallet: 'stock', assetId: INR },
  { wallet: 'spot', assetId: USDT },
  { wallet: 'stock', assetId: ARUNA.baseAsset },
] as const;

/** A correction, now and then of more than there is, of nothing, or one that was made before. */
export function correction(traffic: Traffic): CorrectionPost {
  const { random, count } = traffic;
  const most = random.once(4) ? 1_000_000_000 : 100_000;
  return {
    type: 'correction.post',
    accountId: anyCustomer(traffic),
    clientId: clientIdOf(random.once(20) ? count - 1 : count),
    contentHash: `correction-${count}`,
    direction: random.once(2) ? 'toAccount' : 'fromAccount',
    house: CORRECTION_ACCOUNTS[random.below(CORRECTION_ACCOUNTS.length)] ?? 'corrections',
    ...random.pick(CORRECTED),
    amount: amount(BigInt(random.below(most))),
    ruleVersion: 'correction-2026-04-01',
  };
}
