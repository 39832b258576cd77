import { OPENING_MAX, type OrderCancelAll } from '@tarazu/core';
import type { AccountId } from '@tarazu/core/values';
import type { Answer, EnginePort } from '#ports.ts';

/**
 * Cancels all open orders of an account that are meant, and answers when those are released that the command
 * has ended and did not release itself: their money is free then.
 */
export async function cancelAllOf(
  { submit }: Pick<EnginePort, 'submit'>,
  command: OrderCancelAll,
): Promise<Answer> {
  const answer = await submit(command);
  for (let left = endingCount(answer); left > 0; left -= OPENING_MAX)
    await submit({ type: 'orders.expire', accountId: command.accountId });
  return answer;
}

/** Releases the orders of an account that a command has ended only; with none left it is not journaled. */
export async function releaseEnded(
  { submit }: Pick<EnginePort, 'submit'>,
  accountId: AccountId,
): Promise<void> {
  let isLeft = true;
  while (isLeft) isLeft = (await submit({ type: 'orders.expire', accountId })).leafHash !== undefined;
}

/** Number of orders that have ended, by the command or by their own time, and still hold something. */
function endingCount({ outcome }: Answer): number {
  return outcome.ok && outcome.type === 'ordersEnded' ? (outcome.endingCount ?? 0) : 0;
}
