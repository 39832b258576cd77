import { DAY_MS, HOUR_MS, INDIA_OFFSET_MS } from '@tarazu/core/values';
import { type DigestSchedule, OPERATIONS, type OutputOf } from '@tarazu/protocol';
import { readLogin } from '#domains/account/index.ts';
import { endChoice, findAddress, findDigest, removeDigest, saveDigest } from '#domains/digest/store.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { maskContact } from '#platform/logging/masking.ts';
import { isOurLink, readLink } from '#platform/secrets/login-link.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { refuse, reply } from '#ports.ts';

export { digestJob } from '#domains/digest/job.ts';

/** Hours of the day in India. */
const HOURS: Readonly<Record<Exclude<DigestSchedule, 'off'>, number>> = { morning: 8, evening: 20 };

/** The first time after now at which a schedule is due. */
export function nextDigestMs(schedule: Exclude<DigestSchedule, 'off'>, nowMs: number): number {
  const offsetMs = HOURS[schedule] * HOUR_MS - INDIA_OFFSET_MS;
  return (Math.floor((nowMs - offsetMs) / DAY_MS) + 1) * DAY_MS + offsetMs;
}

/** Unread messages summed up by mail once a day: whether, when, and the end of them. */
export function digestBindings({
  pool,
  secrets,
}: {
  readonly pool: Queryable;
  readonly secrets: Secrets;
}): readonly Binding[] {
  return [
    bind(OPERATIONS.digestInfo, async (_input, { loginId }) => reply(await digestOf(pool, loginId))),
    bind(OPERATIONS.digestChoose, async ({ schedule }, { loginId }, { nowMs }) => {
      if (schedule === 'off') await removeDigest(pool, loginId);
      else if ((await readLogin(pool, loginId)).email === null) return refuse('EMAIL_NEEDED');
      else await saveDigest(pool, { loginId, schedule, nowMs, nextAtMs: nextDigestMs(schedule, nowMs) });
      return reply(await digestOf(pool, loginId));
    }),
    bind(OPERATIONS.digestOff, async ({ link }, _session, { nowMs }) => {
      const isFit = await endByLink(pool, { secrets, link, nowMs });
      return isFit ? reply({}) : refuse('LINK_UNFIT', { field: 'link' });
    }),
  ];
}

/**
 * Ends the digests that a link was written for, and nothing where that was sent to an address that the login
 * had before, or under an older choice of a time.
 */
async function endByLink(
  on: Queryable,
  { secrets, link, nowMs }: { readonly secrets: Secrets; readonly link: string; readonly nowMs: number },
): Promise<boolean> {
  const read = readLink(link, nowMs);
  if (read === undefined) return false;
  const sentTo = await findAddress(on, read.loginId);
  if (sentTo === undefined || !isOurLink(secrets, read, { purpose: 'digest-link', sentTo })) return false;
  await endChoice(on, { loginId: read.loginId, chosenAtMs: read.chosenAtMs });
  // Ended before, by this link or in the app: what it says is so.
  return (await findDigest(on, read.loginId)) === undefined;
}

async function digestOf(
  on: Queryable,
  loginId: number,
): Promise<OutputOf<(typeof OPERATIONS)['digestInfo']>> {
  const { email } = await readLogin(on, loginId);
  const digest = await findDigest(on, loginId);
  return {
    ...(digest ?? { schedule: 'off' }),
    ...(email !== null && { emailMasked: maskContact(email) }),
  };
}
