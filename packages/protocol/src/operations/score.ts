import * as z from 'zod/mini';
import { cursorInput, instant, limitInput, listOf } from '#fields.ts';
import { operation } from '#operation.ts';
import { SCORE_BANDS, SCORE_KINDS, SCORE_PART_NAMES } from '#score.ts';

const kind = z.enum(SCORE_KINDS);
const part = z.enum(SCORE_PART_NAMES);

export const pointChangeLog = operation({
  name: 'pointChangeLog',
  method: 'POST',
  path: '/user/point/change/log',
  effect: 'command',
  role: 'customer',
  summary: 'The credit score, its six parts, the rules of all events, and each change, newest first.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: z.object({
    ...listOf(
      z.object({
        id: z.string(),
        atMs: instant,
        kind,
        part,
        /** Change of the score. */
        delta: z.number(),
        /** The score afterwards. */
        score: z.number(),
        ruleId: z.string(),
      }),
    ).shape,
    score: z.number(),
    band: z.enum(SCORE_BANDS),
    parts: z.array(
      z.object({
        part,
        points: z.number(),
        pointsMax: z.number(),
        events: z.array(z.object({ kind, points: z.number(), count: z.number() })),
      }),
    ),
  }),
  refusals: [],
});
