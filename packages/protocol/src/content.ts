import * as z from 'zod/mini';
import { instant } from '#fields.ts';

export const article = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  source: z.string(),
  atMs: instant,
  instrumentIds: z.array(z.string()),
});

/** A part of a line: plain, strong, emphasised, or a link to a page of the app or to an https address. */
export const textRun = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  emphasis: z.optional(z.literal(true)),
  href: z.optional(z.string()),
});
/** One line of a written text. It has no HTML: whoever shows it makes the elements. */
export const textBlock = z.object({
  kind: z.enum(['heading', 'paragraph', 'bullet', 'number']),
  runs: z.array(textRun),
});
export type TextBlock = z.output<typeof textBlock>;

/** Kinds of what staff write: articles and notices for everybody, and banners of the home page. */
export const CONTENT_KINDS = ['news', 'notice', 'ad'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
export const AD_ART = ['scale', 'book', 'shield', 'clock'] as const;
export const CONTENT_TITLE_MAX = 120;
export const CONTENT_SUMMARY_MAX = 240;
export const CONTENT_BODY_MAX = 4_000;
