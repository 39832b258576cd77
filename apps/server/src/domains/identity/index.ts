import type { CheckedInputOf, OPERATIONS } from '@tarazu/protocol';
import type pg from 'pg';
import { identityJobs } from '#domains/identity/jobs.ts';
import { openIdentityKeys } from '#domains/identity/keys.ts';
import { identityQueue } from '#domains/identity/queue.ts';
import { identityBindings, updateIdentity } from '#domains/identity/routes.ts';
import { Levels } from '#domains/identity/service/levels.ts';
import type { IdentityParts } from '#domains/identity/service/parts.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import type { StaffQueue } from '#domains/staff/index.ts';
import type { Binding, CallContext, Handler } from '#gateway/binding.ts';
import { type PictureStore, SealedFiles } from '#platform/files/sealed-files.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { PictureCleaner } from '#platform/pictures/cleaner.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { RefusalReply, Session } from '#ports.ts';
import type { RulesPort } from '#rules/family.ts';

export { resealIdentity } from '#domains/identity/keys.ts';
export { identityNotices } from '#domains/identity/notices.ts';
export { overdueIdentityAppeals } from '#domains/identity/queue-store.ts';
export { identityRequests } from '#domains/identity/requests.ts';

export interface IdentityDomain {
  readonly bindings: readonly Binding[];
  /** Serves the types of `/user/update` that are about who somebody is. */
  readonly update: Handler<(typeof OPERATIONS)['userUpdate']>;
  readonly jobs: readonly Job[];
  /** Refuses orders of a real account while the limits of its owner's level say so. */
  readonly mayTrade: (session: Session) => Promise<RefusalReply | undefined>;
  /** The queue of the staff console. */
  readonly queue: StaffQueue;
  stop(): void;
}

export interface IdentityOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly rules: RulesPort;
  readonly secrets: Secrets;
  /** Photos lie sealed in a folder of their own there. */
  readonly pictures: PictureStore;
  readonly isSandbox: boolean;
  readonly sendNotice: SendNotice;
  /** Whether a login has a second factor: a level asks for one. */
  readonly hasFactor: (loginId: number) => Promise<boolean>;
}

const LOGINS_COUNTED_MAX = 50_000;

/** Identity of people: documents, photos of them, decisions about them. */
export async function openIdentity(options: IdentityOptions): Promise<IdentityDomain> {
  const { pool, secrets, pictures, hasFactor, ...others } = options;
  const keys = await openIdentityKeys(pool, secrets);
  const files = new SealedFiles({
    store: pictures('identity'),
    keyOf: (name) => keys.pictureKey(name),
  });
  const cleaner = new PictureCleaner();
  const tries = createRateLimiter({ keysMax: LOGINS_COUNTED_MAX });
  const levels = new Levels({ ...others, pool, hasFactor });
  const parts: IdentityParts = { ...others, pool, keys, files, cleaner, tries, levels };
  return {
    bindings: identityBindings(parts),
    update: (
      input: CheckedInputOf<(typeof OPERATIONS)['userUpdate']>,
      session: Session,
      context: CallContext,
    ) => updateIdentity(parts, input, { session, context }),
    jobs: identityJobs(parts),
    mayTrade: (session) => levels.mayTrade(session),
    queue: identityQueue(parts),
    stop: () => cleaner.stop(),
  };
}
