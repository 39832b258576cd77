import { AGENTS, type NamedAgent, type OrderAgent } from '#model/agent.ts';
import type { Amount, AssetId } from '#values/index.ts';

/**
 * Purposes of a sub-account, each with what follows from it. `agent`: who may order in it, beside published
 * rules; the customer does not. `isPledged`: what is in it leaves only by a rule.
 */
export const SUB_ACCOUNT_PURPOSES = {
  robot: { agent: 'robot', isPledged: false },
  loanCollateral: { agent: undefined, isPledged: true },
} as const satisfies Readonly<
  Record<string, { readonly agent: NamedAgent | undefined; readonly isPledged: boolean }>
>;
export type SubAccountPurpose = keyof typeof SUB_ACCOUNT_PURPOSES;

const isPurpose = (word: string): word is SubAccountPurpose => Object.hasOwn(SUB_ACCOUNT_PURPOSES, word);
export const PURPOSES: readonly SubAccountPurpose[] = Object.keys(SUB_ACCOUNT_PURPOSES).filter(isPurpose);

/** Sub-accounts that one account may have open. */
export const SUB_ACCOUNTS_MAX = 50;

/** Limits of an account's own, tighter than those of all; what is absent is not limited further. */
export interface AccountLimits {
  /** Open at a time, those that wait for a trigger included. */
  readonly openOrdersMax?: number;
  /** Largest worth at its limit of one order that opens something, where it is paid in this asset. */
  readonly orderValueMax?: { readonly assetId: AssetId; readonly amount: Amount };
}

/** Whether an agent may order in an account of this purpose; one without a purpose is the customer's own. */
export function mayOrder(purpose: SubAccountPurpose | undefined, agent: OrderAgent): boolean {
  if (purpose === undefined || AGENTS[agent].actsByRule) return true;
  return SUB_ACCOUNT_PURPOSES[purpose].agent === agent;
}

/** Whether an agent may take something out of a sub-account of this purpose. */
export function mayTakeOut(purpose: SubAccountPurpose, agent: OrderAgent): boolean {
  return !SUB_ACCOUNT_PURPOSES[purpose].isPledged || AGENTS[agent].actsByRule;
}
