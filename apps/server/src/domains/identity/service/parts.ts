import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import type { IdentityKeys } from '#domains/identity/keys.ts';
import type { Levels } from '#domains/identity/service/levels.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import type { SealedFiles } from '#platform/files/sealed-files.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import type { PictureCleaner } from '#platform/pictures/cleaner.ts';
import { indianDays } from '#platform/time/calendar.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { RulesPort } from '#rules/family.ts';

/** Parts that the use cases of identity share. */
export interface IdentityParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly rules: RulesPort;
  readonly keys: IdentityKeys;
  readonly files: SealedFiles;
  readonly cleaner: PictureCleaner;
  /** Pictures that a login sent, good or not: each takes a process of its own for seconds. */
  readonly tries: RateLimiter;
  readonly sendNotice: SendNotice;
  readonly levels: Levels;
  /** Whether the published rules decide by themselves: on sandbox installations. */
  readonly isSandbox: boolean;
}

export const TRIES_A_DAY = 5;
export const PHOTOS_A_DAY = 20;
/** Broken ones count too. */
export const PICTURES_TRIED_A_DAY = 60;
/** By when a case is decided (rules 2.20). */
export const AUTOMATIC_MS_MAX = 5 * MINUTE_MS;
export const MANUAL_MS_MAX = DAY_MS;
export const APPEAL_MS_MAX = 7 * DAY_MS;
/** Photos that nobody submitted are kept so long. */
export const DRAFT_MS_MAX = 7 * DAY_MS;
/** The rules wait so long, so that a person sees that documents are under review, and staff may open them. */
export const RULES_AFTER_MS = 10_000;
export const RULES_AFTER_APPEAL_MS = MINUTE_MS;
/** Owners are told so long before their document expires. */
export const REMIND_BEFORE_MS = 30 * DAY_MS;
export const SWEEP_EVERY_MS = HOUR_MS;

/** Begin and end of the day by which tries are counted: it begins at 00:00 in India. */
export function dayAround(nowMs: number): { readonly fromMs: number; readonly untilMs: number } {
  const { endsAtMs } = indianDays(nowMs);
  return { fromMs: endsAtMs - DAY_MS, untilMs: endsAtMs };
}

/** The day in India, `YYYY-MM-DD`. */
export function dayOf(nowMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO('Asia/Kolkata')
    .toPlainDate()
    .toString();
}
