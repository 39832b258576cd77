import { knownPictures, removePictures } from '#domains/identity/picture-store.ts';
import { decideByRules, decideCase } from '#domains/identity/service/decide.ts';
import { endExpired } from '#domains/identity/service/expiry.ts';
import {
  DRAFT_MS_MAX,
  type IdentityParts,
  RULES_AFTER_APPEAL_MS,
  RULES_AFTER_MS,
  SWEEP_EVERY_MS,
} from '#domains/identity/service/parts.ts';
import { casesForRules } from '#domains/identity/store.ts';
import { indianDays } from '#platform/time/calendar.ts';
import type { Job } from '#platform/time/scheduler.ts';

const LOOK_EVERY_MS = 2_000;

/** Work by time: the rules decide what waits, and photos that nobody submitted go, and documents expire. */
export function identityJobs(parts: IdentityParts): readonly Job[] {
  const photos: Job = {
    name: 'identity: photos',
    everyMs: SWEEP_EVERY_MS,
    problem: 'Photos that nobody submitted could not be removed.',
    run: (stop) => sweepPhotos(parts, stop),
  };
  const orphans: Job = {
    name: 'identity: orphans',
    everyMs: SWEEP_EVERY_MS,
    calendar: indianDays,
    problem: 'Files of photos without a row could not be removed.',
    run: (stop) => parts.files.sweep((names) => knownPictures(parts.pool, names), stop),
  };
  const expiry: Job = {
    name: 'identity: expiry',
    everyMs: SWEEP_EVERY_MS,
    problem: 'Documents that have expired could not be ended.',
    run: (stop) => endExpired(parts, stop),
  };
  if (!parts.isSandbox) return [photos, orphans, expiry];
  const rules: Job = {
    name: 'identity: rules',
    everyMs: LOOK_EVERY_MS,
    problem: 'Documents could not be examined.',
    run: (stop) => decideWaiting(parts, stop),
  };
  return [rules, photos, orphans, expiry];
}

async function decideWaiting(parts: IdentityParts, stop: AbortSignal): Promise<void> {
  const nowMs = parts.clock.nowMs();
  const waiting = await casesForRules(parts.pool, {
    submittedMs: nowMs - RULES_AFTER_MS,
    appealedMs: nowMs - RULES_AFTER_APPEAL_MS,
  });
  for (const caseId of waiting) {
    stop.throwIfAborted();
    await decideCase(parts, caseId, decideByRules(parts));
  }
}

async function sweepPhotos(parts: IdentityParts, stop: AbortSignal): Promise<void> {
  const { pool, clock, files } = parts;
  for (;;) {
    stop.throwIfAborted();
    const removed = await removePictures(pool, clock.nowMs() - DRAFT_MS_MAX);
    for (const name of removed) await files.remove(name);
    if (removed.length === 0) return;
  }
}
