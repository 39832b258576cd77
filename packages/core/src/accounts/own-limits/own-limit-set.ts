import { limitKey } from '#checks/own-limits.ts';
import type { Account } from '#ledger/account.ts';
import { type Recorder, replaceRow, type Tracked, track } from '#ledger/recorder.ts';
import type { LimitSet } from '#model/commands/limit-commands.ts';
import {
  isAsStrict,
  isFinal,
  limitAt,
  NO_ASSET,
  type OwnLimit,
  periodAt,
  valueProblem,
  withValue,
} from '#model/own-limit.ts';
import type { Refusal } from '#model/refusal.ts';
import { amount } from '#values/index.ts';

/** Sets an own limit, or says why not; a refusal changes nothing. */
export function setOwnLimit(account: Account, command: LimitSet, recorder: Recorder): Refusal | undefined {
  const { name, assetId = NO_ASSET, value, onlyStricter } = command;
  const { row: of, holdings } = { row: account.row.row, holdings: account.holdings };
  if (of.parentId !== undefined) return { code: 'AGENT_NOT_ALLOWED' };
  if (of.status === 'closed') return { code: 'ACCOUNT_FROZEN', detail: { status: of.status } };
  const { atMs } = recorder;
  const problem = valueProblem({ name, assetId, value }, atMs);
  if (problem !== undefined) return { code: 'OWN_LIMIT_UNFIT', detail: { part: problem } };
  const tracked = holdings.ownLimits.get(limitKey(name, assetId)) ?? newLimit(account, command, recorder);
  const { row } = tracked;
  const isLooser = !isAsStrict(name, value, limitAt(row, atMs));
  if (isLooser && (onlyStricter || isFinal(name))) return { code: 'OWN_LIMIT_LOOSER' };
  const { value: _value, nextFromMs: _from, nextValue: _next, ...kept } = row;
  holdings.ownLimits.set(limitKey(name, assetId), tracked);
  replaceRow({ recorder, list: recorder.ownLimits }, tracked, { ...kept, ...withValue(row, value, atMs) });
  return undefined;
}

/** A limit that was never set, with what its period has used already. */
function newLimit(
  { holdings: { accountId } }: Account,
  { name, assetId = NO_ASSET, offsetMinutes, usedBefore = amount(0n) }: LimitSet,
  { atMs }: Recorder,
): Tracked<OwnLimit> {
  const period = periodAt({ name, offsetMinutes }, atMs);
  return track({ accountId, name, assetId, offsetMinutes, period, used: usedBefore });
}
