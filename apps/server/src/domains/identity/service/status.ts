import type { OPERATIONS, OutputOf } from '@tarazu/protocol';
import { readLoginIdentity } from '#domains/account/index.ts';
import { caseField } from '#domains/identity/service/case-field.ts';
import { dayAround, type IdentityParts } from '#domains/identity/service/parts.ts';
import { draftPhotos, photosLeft } from '#domains/identity/service/photos.ts';
import { triesLeft } from '#domains/identity/service/submit.ts';
import { listCases } from '#domains/identity/store.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';
import { identityLimits } from '#rules/families/identity-limits.ts';

type Auth = OutputOf<(typeof OPERATIONS)['userAuth']>;

const HISTORY_MAX = 20;

/** How far a person's verification is, what to change, and what it allows. */
export async function readAuth(parts: IdentityParts, session: Session, nowMs: number): Promise<Reply<Auth>> {
  if (session.guest) return refuse('REGISTRATION_NEEDED');
  const { pool, isSandbox } = parts;
  const { loginId } = session;
  const login = await readLoginIdentity(pool, loginId);
  const cases = await listCases(pool, loginId, HISTORY_MAX);
  const photos = await draftPhotos(pool, { loginId, cases, nowMs });
  const missing = await parts.levels.missing(loginId);
  return reply({
    idStatus: login.status,
    level: parts.levels.limits(missing).level,
    missing: [...missing],
    country: login.country,
    history: cases.map((row, place) => caseField(parts, row, { nowMs, isNewest: place === 0 })),
    photos: Array.from(photos.values(), ({ side, createdAtMs }) => ({ side, atMs: createdAtMs })),
    triesLeft: await triesLeft(pool, loginId, nowMs),
    photosLeft: await photosLeft(pool, loginId, nowMs),
    countsEndAtMs: dayAround(nowMs).untilMs,
    isSandbox,
    limits: limitsAt(parts, nowMs),
  });
}

function limitsAt({ rules }: IdentityParts, nowMs: number): Auth['limits'] {
  const { version, effectiveFromMs, levels } = rules.at(identityLimits, nowMs);
  return {
    version,
    effectiveFromMs,
    levels: levels.map((limits) => ({
      ...limits,
      bankWithdrawalDayMax: String(limits.bankWithdrawalDayMax),
      coinWithdrawalDayMax: String(limits.coinWithdrawalDayMax),
    })),
  };
}
