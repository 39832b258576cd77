import {
  type IdentityLevel,
  LEVEL_NEEDS,
  type LevelLimits,
  type LevelNeed,
  levelOf,
  limitsOfLevel,
  reaches,
} from '@tarazu/core/identity';
import { readLogin } from '#domains/account/index.ts';
import { isVerified } from '#domains/identity/store.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { RefusalReply, Session } from '#ports.ts';
import { identityLimits } from '#rules/families/identity-limits.ts';
import type { RulesPort } from '#rules/family.ts';

/** Logins that are remembered as verified, until their documents expire. */
const KNOWN_MAX = 50_000;

interface LevelParts {
  readonly pool: Queryable;
  readonly rules: RulesPort;
  readonly clock: Pick<Clock, 'nowMs'>;
  /** Whether a login has a second factor. */
  readonly hasFactor: (loginId: number) => Promise<boolean>;
}

/** Levels of identity (rules 2.20): who has which, and what it allows. */
export class Levels {
  readonly #parts: LevelParts;
  readonly #verified = new Set<number>();

  constructor(parts: LevelParts) {
    this.#parts = parts;
  }

  /** Needs of the levels above a login's own. */
  async missing(loginId: number): Promise<readonly LevelNeed[]> {
    const { pool, hasFactor } = this.#parts;
    const { phone, email } = await readLogin(pool, loginId);
    const has: Readonly<Record<LevelNeed, boolean>> = {
      documents: await isVerified(pool, loginId),
      phone: phone !== null,
      email: email !== null,
      factor: await hasFactor(loginId),
    };
    return LEVEL_NEEDS.filter((need) => !has[need]);
  }

  /** The row of the version in force that a person reaches who lacks these. */
  limits(missing: readonly LevelNeed[]): LevelLimits {
    const limits = limitsOfLevel(this.#rows(), levelOf(missing));
    if (limits === undefined) throw new Error('Invariant: each version has a row for everybody');
    return limits;
  }

  /** Refuses orders of a real account whose owner's level does not trade. */
  async mayTrade({ loginId }: Pick<Session, 'loginId'>): Promise<RefusalReply | undefined> {
    const needed = this.#rows().find(({ tradesReal }) => tradesReal)?.level;
    return needed !== undefined && (await this.#reaches(loginId, needed))
      ? undefined
      : { key: 'KYC_REQUIRED' };
  }

  /** Documents of a login hold no more. */
  forget(loginId: number): void {
    this.#verified.delete(loginId);
  }

  async #reaches(loginId: number, level: IdentityLevel): Promise<boolean> {
    if (level === 'unverified') return true;
    if (level === 'verified' && this.#verified.has(loginId)) return true;
    const missing = await this.missing(loginId);
    if (!reaches(levelOf(missing), level)) return false;
    if (this.#verified.size >= KNOWN_MAX) this.#verified.clear();
    this.#verified.add(loginId);
    return true;
  }

  #rows(): readonly LevelLimits[] {
    const { rules, clock } = this.#parts;
    return rules.at(identityLimits, clock.nowMs()).levels;
  }
}
