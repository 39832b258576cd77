import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import { CONSOLE_OPERATIONS } from '@tarazu/protocol';
import { previewsOf, readPiece } from '#domains/content/pieces/piece.ts';
import { contentQueue } from '#domains/content/pieces/queue.ts';
import { type PieceParts, readDraft, savePiece } from '#domains/content/pieces/save.ts';
import { deletePiecesOverBefore, endDuePieces } from '#domains/content/pieces/store.ts';
import type { StaffQueue } from '#domains/staff/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { reply } from '#ports.ts';

/** Staff can read for so long what has ended; the staff log has the hash of it for ever. */
const KEPT_MS = 731 * DAY_MS;

/** News, notices and ads that staff write. */
export function createPieces(parts: PieceParts & { readonly clock: Pick<Clock, 'nowMs'> }): {
  readonly bindings: readonly Binding[];
  readonly queue: StaffQueue;
  readonly job: Job;
} {
  return { bindings: bindingsOf(parts), queue: contentQueue(), job: jobOf(parts) };
}

function bindingsOf(parts: PieceParts): readonly Binding[] {
  return [
    bind(CONSOLE_OPERATIONS.consoleContent, ({ id }) => readDraft(parts, id)),
    bind(CONSOLE_OPERATIONS.consoleContentCheck, async (input) => {
      const piece = readPiece(parts.market, input);
      return piece.ok ? reply({ previews: previewsOf(piece.data) }) : piece;
    }),
    bind(CONSOLE_OPERATIONS.consoleContentSave, (input, staff, { nowMs }) =>
      savePiece(parts, staff, { ...input, nowMs }),
    ),
  ];
}

/** Readers go by the time itself; the job moves what is over to its state, and deletes what is old. */
function jobOf({ pool, clock }: PieceParts & { readonly clock: Pick<Clock, 'nowMs'> }): Job {
  return {
    name: 'content: ends',
    everyMs: MINUTE_MS,
    problem: 'Content that is over was not ended.',
    run: async () => {
      const nowMs = clock.nowMs();
      await endDuePieces(pool, nowMs);
      await deletePiecesOverBefore(pool, nowMs - KEPT_MS);
    },
  };
}
