import type { NoticeDomain } from '#domains/notice/index.ts';
import type { Engine } from '#engine/open-engine.ts';
import type { Limits } from '#gateway/admission/limits.ts';
import type { LiveMarket } from '#market/live/live-market.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { Logger } from '#platform/logging/logging.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Scheduler } from '#platform/time/scheduler.ts';
import type { Rails } from '#rails/open-rails.ts';
import type { Rulebook } from '#rules/rulebook.ts';

export const VERSION = '1.0.0';

export const VERSION_CODE = 100;

/** Parts of a server that every domain is given. */
export interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly pool: Database['pool'];
  readonly secrets: Secrets;
  readonly rulebook: Rulebook;
  readonly engine: Engine;
  readonly market: LiveMarket;
  /** Banks and chains. */
  readonly rails: Rails;
  readonly scheduler: Scheduler;
  readonly isOutboxOpen: boolean;
  readonly report: (what: string) => (error: unknown) => void;
}

/** The same for a domain that writes to people. */
export type MessagingServices = Services & {
  readonly log: Logger;
  readonly sendNotice: NoticeDomain['send'];
};
