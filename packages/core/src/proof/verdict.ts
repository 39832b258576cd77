/**
 * Result of one check of a proof. `sealed`: the row holds another customer's data, so that only its hash is
 * disclosed. `open`: nothing is wrong, and it is not shown either, for the reason given.
 */
export interface Verdict {
  readonly state: 'agrees' | 'differs' | 'sealed' | 'open';
  /** Of `open`. */
  readonly reason?: OpenReason;
  /** Expected and disclosed values, for the one who asks why it differs. */
  readonly detail?: string;
}

export const OPEN_REASONS = [
  /** The asker did not keep what it would be compared with. */
  'notHeld',
  /** The proof comes later: with the next signed head, or when the day is over. */
  'later',
  /** The row that binds the fact is not among the disclosed rows. */
  'notBound',
  /** This machine can't check an Ed25519 signature. */
  'unsupported',
  /** The hash of the day's secret was bound less than 24 hours before the day. */
  'boundLate',
  /** The day's rule is the old one, by which the operator could have chosen the secret. */
  'oldRule',
  /** The beacon that was announced was not mixed in. */
  'beaconMissed',
] as const;
export type OpenReason = (typeof OPEN_REASONS)[number];

export const AGREES: Verdict = { state: 'agrees' };

export function differs(detail: string): Verdict {
  return { state: 'differs', detail };
}

export function open(reason: OpenReason, detail?: string): Verdict {
  return { state: 'open', reason, ...(detail !== undefined && { detail }) };
}

/** An answer that is no answer must not end the check: it is the loudest difference there is. */
export function attempt(check: () => Verdict): Verdict {
  try {
    return check();
  } catch (error) {
    return differs(error instanceof Error ? error.message : String(error));
  }
}

/** The first problem there is; agreement where there is none. */
export function firstProblem(problems: readonly (string | undefined)[]): Verdict {
  const problem = problems.find((one) => one !== undefined);
  return problem === undefined ? AGREES : differs(problem);
}
