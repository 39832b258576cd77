import {
  AD_ART,
  type CONSOLE_OPERATIONS,
  CONTENT_KINDS,
  type InputOf,
  type Language,
  type TextBlock,
} from '@tarazu/protocol';
import * as z from 'zod/mini';
import { readBlocks } from '#platform/html/read-blocks.ts';
import { type MarketPort, type Reply, refuse, reply } from '#ports.ts';

export const kindSchema = z.enum(CONTENT_KINDS);
export const artSchema = z.enum(AD_ART);
const runSchema = z.object({
  text: z.string(),
  strong: z.optional(z.literal(true)),
  emphasis: z.optional(z.literal(true)),
  href: z.optional(z.string()),
});
const blockSchema = z.object({
  kind: z.enum(['heading', 'paragraph', 'bullet', 'number']),
  runs: z.array(runSchema),
});
const textSchema = z.object({
  title: z.string(),
  summary: z.optional(z.string()),
  /** HTML as it was written, to go on with. */
  body: z.optional(z.string()),
  blocks: z.array(blockSchema),
});
export const textsSchema = z.object({ 'en-US': textSchema, 'bn-BN': textSchema });

/** A text in both languages. */
export type PieceTexts = z.output<typeof textsSchema>;
export type PieceText = PieceTexts[Language];

export interface PieceContent {
  readonly kind: z.output<typeof kindSchema>;
  readonly texts: PieceTexts;
  readonly instrumentIds: readonly string[];
  /** Of an ad: the page that it leads to; undefined where that is its instrument’s. */
  readonly link: string | undefined;
  readonly art: z.output<typeof artSchema> | undefined;
  readonly fromMs: number | undefined;
  readonly untilMs: number | undefined;
}

export type PieceAsked = InputOf<(typeof CONSOLE_OPERATIONS)['consoleContentCheck']>;

/** Parts that a text of a kind has in each language. */
const PARTS = {
  news: { summary: true, body: true },
  notice: { summary: false, body: true },
  ad: { summary: true, body: false },
} as const;

/** A text as it was sent, whole and of its kind; or what is wrong with which field. */
export function readPiece(market: Pick<MarketPort, 'listing'>, asked: PieceAsked): Reply<PieceContent> {
  const english = readText('English', asked.kind, {
    title: asked.titleEnglish,
    summary: asked.summaryEnglish,
    body: asked.bodyEnglish,
  });
  if (!english.ok) return english;
  const bengali = readText('Bengali', asked.kind, {
    title: asked.titleBengali,
    summary: asked.summaryBengali,
    body: asked.bodyBengali,
  });
  if (!bengali.ok) return bengali;
  const instrumentIds = asked.instrumentIds?.split(',') ?? [];
  const { kind, link, art } = asked;
  const wrong = wrongInstruments(market, instrumentIds) ?? wrongAd(asked, instrumentIds) ?? wrongTimes(asked);
  if (wrong !== undefined) return wrong;
  return reply({
    ...{ kind, instrumentIds, link, art },
    texts: { 'en-US': english.data, 'bn-BN': bengali.data },
    fromMs: instantOf(asked.fromMs),
    untilMs: instantOf(asked.untilMs),
  });
}

const instantOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

const invalid = (field: string, problem: string): Reply<never> =>
  refuse('INVALID_INPUT', { field, detail: { problem: `${field}: ${problem}` } });

interface WrittenText {
  readonly title: string;
  readonly summary: string | undefined;
  readonly body: string | undefined;
}

function readText(
  name: 'English' | 'Bengali',
  kind: PieceContent['kind'],
  { title, summary, body }: WrittenText,
): Reply<PieceText> {
  const parts = PARTS[kind];
  if (parts.summary !== (summary !== undefined))
    return invalid(`summary${name}`, parts.summary ? 'is needed' : 'is not taken for a notice');
  if (parts.body !== (body !== undefined))
    return invalid(`body${name}`, parts.body ? 'is needed' : 'is not taken for an ad');
  const read = body === undefined ? undefined : readBlocks(body);
  if (read?.ok === false) return invalid(`body${name}`, read.problem);
  return reply({
    title: title.trim(),
    ...(summary !== undefined && { summary: summary.trim() }),
    ...(body !== undefined && { body }),
    blocks: blocksIn(read?.blocks ?? []),
  });
}

const blocksIn = (blocks: readonly TextBlock[]): PieceText['blocks'] =>
  blocks.map(({ kind, runs }) => ({ kind, runs: [...runs] }));

function wrongInstruments(
  market: Pick<MarketPort, 'listing'>,
  ids: readonly string[],
): Reply<never> | undefined {
  const unknown = ids.find((id) => market.listing(id) === undefined);
  if (unknown !== undefined) return invalid('instrumentIds', `there is no ${unknown}`);
  return new Set(ids).size < ids.length ? invalid('instrumentIds', 'must not name one twice') : undefined;
}

/** An ad has a drawing, and leads to a page or to one instrument; nothing else has either. */
function wrongAd({ kind, link, art }: PieceAsked, ids: readonly string[]): Reply<never> | undefined {
  if (kind !== 'ad') {
    if (art !== undefined) return invalid('art', 'is taken for an ad alone');
    return link === undefined ? undefined : invalid('link', 'is taken for an ad alone');
  }
  if (art === undefined) return invalid('art', 'is needed');
  if (ids.length > 1) return invalid('instrumentIds', 'an ad has one at most');
  if ((link === undefined) === (ids.length === 0))
    return invalid('link', 'an ad leads to a page or to an instrument');
  return undefined;
}

function wrongTimes({ fromMs, untilMs }: PieceAsked): Reply<never> | undefined {
  const [from, until] = [instantOf(fromMs), instantOf(untilMs)];
  if ((from ?? 0) > LATEST_MS) return invalid('fromMs', 'must be before the year 2100');
  if ((until ?? 0) > LATEST_MS) return invalid('untilMs', 'must be before the year 2100');
  if (from !== undefined && until !== undefined && until <= from)
    return invalid('untilMs', 'must be after fromMs');
  return undefined;
}

const LATEST_MS = Date.UTC(2100, 0, 1);

/** The text as its readers get it, once in each language. */
export function previewsOf({ texts }: Pick<PieceContent, 'texts'>) {
  return (['en-US', 'bn-BN'] as const).map((language) => {
    const { title, summary, blocks } = texts[language];
    return { language, title, ...(summary !== undefined && { summary }), blocks };
  });
}

/** Whether a link of it leads to a host that is not the app's own page. */
export function leadsOutside({ texts, link }: Pick<PieceContent, 'texts' | 'link'>): boolean {
  const runs = [...texts['en-US'].blocks, ...texts['bn-BN'].blocks].flatMap((block) => block.runs);
  return [link, ...runs.map((run) => run.href)].some((one) => one !== undefined && !one.startsWith('/'));
}
