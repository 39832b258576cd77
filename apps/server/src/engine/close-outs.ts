import type { AccountId, InstrumentId } from '@tarazu/core/values';
import { inGroups } from '#platform/paced.ts';
import type { EnginePort } from '#ports.ts';

/*
 * Closing out many positions, each by one command that its product decides (`squareOff` of its record). They
 * are found again by rows and marks while anything is left, so that a crash between two needs nothing noted.
 */

/** A position that is to be closed out. */
export interface CloseOut {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  /** Above zero bought first, below zero sold first. */
  readonly quantity: bigint;
}

/**
 * A position of more units than one order may have is closed
 * by so many orders at a time; the rest when it is asked again.
 */
const PARTS_AT_ONCE = 20;

/** Close-outs in one batch, each an order with its fill: no more than a step of a sweep does. */
const GROUP_MAX = 4;

/** A group at a time, so that whoever comes between two stands between them. */
export async function closeOutAll(
  engine: Pick<EnginePort, 'submit'>,
  positions: readonly CloseOut[],
): Promise<void> {
  await inGroups(positions, (position) => closeOut(engine, position), GROUP_MAX);
}

/**
 * Parts, one after the other, while each was filled whole and more is open, or orders were only cancelled.
 */
async function closeOut(engine: Pick<EnginePort, 'submit'>, position: CloseOut): Promise<void> {
  const { accountId, instrumentId, quantity } = position;
  let left = quantity < 0n ? -quantity : quantity;
  for (let part = 0; part < PARTS_AT_ONCE && left > 0n; part += 1) {
    const { outcome } = await engine.submit({ type: 'intraday.close', accountId, instrumentId });
    if (outcome.ok && outcome.type === 'done' && outcome.notPlaced) continue;
    if (!outcome.ok || outcome.type !== 'order' || outcome.order.state.name !== 'completed') return;
    left -= outcome.order.quantity;
  }
}
