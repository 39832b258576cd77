/** A step-up: the person says again who they are, for one call (`operation.stepUp`) with one content. */

/**
 * Password of a step-up, with the second factor where one is set: that of the login, or that of transactions.
 */
export const STEP_UP_KINDS = ['login', 'transaction'] as const;
export type StepUpKind = (typeof STEP_UP_KINDS)[number];

/** Needs that a step-up may have. */
export const STEP_UP_NEEDS = ['password', 'pin', 'factor'] as const;
export type StepUpNeed = (typeof STEP_UP_NEEDS)[number];

/** A step-up may be answered and used so long. */
export const STEP_UP_LIFE_MS = 120_000;

/**
 * Content of a step-up, as text: the call and each of its fields by name, but the step-up's own id. Both
 * sides make it, and only its hash is sent before the call.
 */
export function stepUpContent(call: string, fields: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(fields)
    .filter(([name, value]) => name !== 'stepUpId' && typeof value === 'string')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .sort();
  return [call, ...lines].join('\n');
}
