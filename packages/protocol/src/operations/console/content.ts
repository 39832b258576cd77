import * as z from 'zod/mini';
import { contentReaders, contentWorkers } from '#access/staff-roles.ts';
import { textPreview } from '#console.ts';
import { AD_ART, CONTENT_BODY_MAX, CONTENT_KINDS, CONTENT_SUMMARY_MAX, CONTENT_TITLE_MAX } from '#content.ts';
import { clientIdInput, idInput, instant, instantInput } from '#fields.ts';
import { operation } from '#operation.ts';

/**
 * Calls by which staff write news, notices and ads. They are published, ended and discarded in their queue.
 */

const lineInput = (lengthMax: number) =>
  z.string().check(
    z.refine((text) => text.trim() !== '' && !/\p{C}/u.test(text), 'must be one line of text'),
    z.maxLength(lengthMax, `must have at most ${lengthMax} characters`),
  );
const titleInput = lineInput(CONTENT_TITLE_MAX);
const summaryInput = lineInput(CONTENT_SUMMARY_MAX);
/** HTML of the elements p, h2, ul, ol, li, strong, em and a. */
const bodyInput = z.optional(
  z.string().check(z.maxLength(CONTENT_BODY_MAX, 'must have at most 4,000 characters')),
);

const pieceInput = {
  kind: z.enum(CONTENT_KINDS),
  titleEnglish: titleInput,
  titleBengali: titleInput,
  /** Of an article its gist in a line, of an ad its text; a notice has none. */
  summaryEnglish: z.optional(summaryInput),
  summaryBengali: z.optional(summaryInput),
  /** Absent for an ad. */
  bodyEnglish: bodyInput,
  bodyBengali: bodyInput,
  instrumentIds: z.optional(
    z
      .string()
      .check(
        z.regex(
          /^[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}(,[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}){0,4}$/,
          'must be at most 5 instrument ids with commas, such as NSE_SIM:ARUNA',
        ),
      ),
  ),
  /** Page of the app that an ad leads to; absent where it leads to its instrument. */
  link: z.optional(z.string().check(z.regex(/^\/pages(\/[A-Za-z]{1,40}){2}$/, 'must be a page of the app'))),
  art: z.optional(z.enum(AD_ART)),
  /** Readable from then on; from its publication where absent. */
  fromMs: instantInput,
  /** Readable until then; until somebody ends it where absent. */
  untilMs: instantInput,
};

export const consoleContent = operation({
  name: 'consoleContent',
  method: 'GET',
  path: '/console/content',
  effect: 'read',
  role: 'staff',
  staffRoles: contentReaders,
  summary: 'A draft as it was written, to go on with.',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    id: z.string(),
    version: z.number(),
    kind: z.enum(CONTENT_KINDS),
    titleEnglish: z.string(),
    titleBengali: z.string(),
    summaryEnglish: z.optional(z.string()),
    summaryBengali: z.optional(z.string()),
    bodyEnglish: z.optional(z.string()),
    bodyBengali: z.optional(z.string()),
    instrumentIds: z.array(z.string()),
    link: z.optional(z.string()),
    art: z.optional(z.enum(AD_ART)),
    fromMs: z.optional(instant),
    untilMs: z.optional(instant),
  }),
  refusals: ['NOT_FOUND'],
});

export const consoleContentCheck = operation({
  name: 'consoleContentCheck',
  method: 'POST',
  path: '/console/content/check',
  effect: 'read',
  role: 'staff',
  staffRoles: contentWorkers,
  summary: 'How a text will look in each language, before it is saved.',
  input: z.strictObject(pieceInput),
  output: z.object({ previews: z.array(textPreview) }),
  refusals: [],
});

export const consoleContentSave = operation({
  name: 'consoleContentSave',
  method: 'POST',
  path: '/console/content/save',
  effect: 'command',
  role: 'staff',
  staffRoles: contentWorkers,
  summary: 'Saves a draft, or another version of one. What is published is never changed: it is ended.',
  input: z.strictObject({
    clientId: clientIdInput,
    /** Of the draft that is changed, with the version that was read; both absent for another draft. */
    id: z.optional(idInput),
    version: z.optional(z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'must be the version that was read'))),
    ...pieceInput,
  }),
  output: z.object({ id: z.string(), version: z.number() }),
  refusals: ['NOT_FOUND', 'QUEUE_ITEM_DONE', 'QUEUE_ITEM_CHANGED', 'CONTENT_DRAFTS_FULL', 'CLIENT_ID_REUSED'],
});
