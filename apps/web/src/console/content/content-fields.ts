import { INDIA_OFFSET_MS } from '@tarazu/core/values';
import type { ContentKind } from '@tarazu/protocol';
import type { ConsoleInput, ConsoleOutput } from '../calls.ts';

export type Draft = ConsoleOutput<'consoleContent'>;
type Asked = ConsoleInput<'consoleContentCheck'>;

/** Fields of the form: every field as its text, empty where nothing is given. */
export interface ContentFields {
  readonly kind: ContentKind;
  readonly titleEnglish: string;
  readonly titleBengali: string;
  readonly summaryEnglish: string;
  readonly summaryBengali: string;
  readonly bodyEnglish: string;
  readonly bodyBengali: string;
  readonly instrumentIds: string;
  readonly link: string;
  readonly art: NonNullable<Asked['art']>;
  /** As a field of date and time has it, in Indian time. */
  readonly from: string;
  readonly until: string;
}

const INDIA = '+05:30';
const MINUTE_TEXT = 'yyyy-mm-ddThh:mm'.length;

const fieldOf = (atMs: number | undefined): string =>
  atMs === undefined ? '' : new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, MINUTE_TEXT);
const instantOf = (field: string): string => String(Date.parse(`${field}:00${INDIA}`));

export function fieldsOf(draft: Draft | undefined): ContentFields {
  return {
    kind: draft?.kind ?? 'news',
    titleEnglish: draft?.titleEnglish ?? '',
    titleBengali: draft?.titleBengali ?? '',
    summaryEnglish: draft?.summaryEnglish ?? '',
    summaryBengali: draft?.summaryBengali ?? '',
    bodyEnglish: draft?.bodyEnglish ?? '<p></p>',
    bodyBengali: draft?.bodyBengali ?? '<p></p>',
    instrumentIds: draft?.instrumentIds.join(',') ?? '',
    link: draft?.link ?? '',
    art: draft?.art ?? 'scale',
    from: fieldOf(draft?.fromMs),
    until: fieldOf(draft?.untilMs),
  };
}

export const hasSummary = ({ kind }: Pick<ContentFields, 'kind'>): boolean => kind !== 'notice';
export const hasBody = ({ kind }: Pick<ContentFields, 'kind'>): boolean => kind !== 'ad';

/** The fields that a text of the kind has, as the calls take them. */
export function askedOf(fields: ContentFields): Asked {
  const { kind, titleEnglish, titleBengali, instrumentIds, link, art, from, until } = fields;
  const { summaryEnglish, summaryBengali, bodyEnglish, bodyBengali } = fields;
  const ids = instrumentIds.replaceAll(/\s/g, '');
  return {
    ...{ kind, titleEnglish, titleBengali },
    ...(hasSummary(fields) && { summaryEnglish, summaryBengali }),
    ...(hasBody(fields) && { bodyEnglish, bodyBengali }),
    ...(ids !== '' && { instrumentIds: ids }),
    ...(kind === 'ad' && { art }),
    ...(kind === 'ad' && link.trim() !== '' && { link: link.trim() }),
    ...(from !== '' && { fromMs: instantOf(from) }),
    ...(until !== '' && { untilMs: instantOf(until) }),
  };
}
