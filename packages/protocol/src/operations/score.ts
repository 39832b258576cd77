import * as z from 'zod/mini';
import { cursorInput, instant, limitInput, listOf, nothing, textInput } from '#fields.ts';
import { operation } from '#operation.ts';
import {
  SCORE_APPEAL_REASONS,
  SCORE_APPEAL_STATES,
  SCORE_BANDS,
  SCORE_KINDS,
  SCORE_PART_NAMES,
} from '#score.ts';

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
        /** Events that would raise the part, as the account is now. */
        raises: z.array(z.object({ kind, points: z.number(), atMs: z.optional(instant) })),
      }),
    ),
    appeal: z.optional(
      z.object({
        state: z.enum(SCORE_APPEAL_STATES),
        text: z.string(),
        score: z.number(),
        madeAtMs: instant,
        dueAtMs: instant,
        decidedAtMs: z.optional(instant),
        reason: z.optional(z.enum(SCORE_APPEAL_REASONS)),
        answer: z.optional(z.string()),
      }),
    ),
    /** Absent while an appeal waits, and for a guest. */
    appealFromMs: z.optional(instant),
  }),
  refusals: [],
});

export const scoreAppeal = operation({
  name: 'scoreAppeal',
  method: 'POST',
  path: '/user/score/appeal',
  effect: 'command',
  role: 'customer',
  summary: 'Asks a person to look at the credit score again; one appeal waits at a time, one a week.',
  input: z.strictObject({ text: textInput(10, 1_000) }),
  output: nothing,
  refusals: ['REGISTRATION_NEEDED', 'SCORE_APPEAL_NOT_OPEN'],
});
