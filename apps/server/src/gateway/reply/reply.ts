import {
  bnBN,
  enUS,
  type Language,
  problemIn,
  REFUSALS,
  type RefusalEntry,
  type RefusalMessages,
  sentencesFor,
} from '@tarazu/protocol';
import { textOfData } from '#gateway/reply/written-once.ts';
import { digitsIn, moneyIn } from '#platform/money-text.ts';
import type { RefusalReply } from '#ports.ts';

/** A reply as it goes out: the only place where a refusal becomes HTTP. */
export interface RenderedReply {
  readonly status: number;
  readonly body: string;
  readonly retryAfterMs?: number;
  /** The time that serving it took of the thread on which orders are matched. */
  readonly costMs?: number;
  /** Of a refusal: its stable name. */
  readonly reason?: string;
}

const MESSAGES: Readonly<Record<Language, RefusalMessages>> = { 'en-US': enUS, 'bn-BN': bnBN };
const SUCCESS: Readonly<Record<Language, string>> = { 'en-US': 'success', 'bn-BN': 'সফল' };

interface ReplyContext {
  readonly language: Language;
  readonly requestId: string;
}

/** Built as text around the data, so that the envelope costs nothing on the path of an order. */
export function renderData(data: unknown, context: ReplyContext): RenderedReply {
  const body = `{"code":0,"msg":"${SUCCESS[context.language]}","data":${textOfData(data)},"requestId":"${context.requestId}"}`;
  return { status: 200, body };
}

export function renderRefusal(refusal: RefusalReply, context: ReplyContext): RenderedReply {
  const entry: RefusalEntry = REFUSALS[refusal.key];
  const messages = sentencesFor(MESSAGES[context.language][refusal.key], refusal.detail);
  const told = { key: refusal.key, detail: { ...refusal.detail, requestId: context.requestId } };
  const body = JSON.stringify({
    code: entry.code,
    msg: fill(messages.msg, told, context.language),
    reason: refusal.key,
    fix: fill(messages.fix, told, context.language),
    ruleId: entry.ruleId,
    field: refusal.field,
    detail: refusal.detail,
    retryAfterMs: wholeMs(refusal.retryAfterMs),
    requestId: context.requestId,
  });
  const retryAfterMs = wholeMs(refusal.retryAfterMs);
  return {
    status: entry.status,
    body,
    reason: refusal.key,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Rounded up: who comes back then is not early. */
const wholeMs = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.ceil(ms);

/** A refusal's two sentences, for those who tell several in one answer. */
export function wordsOf(refusal: RefusalReply, language: Language): { msg: string; fix: string } {
  const detail = refusal.detail ?? {};
  const { msg, fix } = sentencesFor(MESSAGES[language][refusal.key], detail);
  const told = { key: refusal.key, detail };
  return { msg: fill(msg, told, language), fix: fill(fix, told, language) };
}

/**
 * The names in the sentences of a refusal that its detail lacks, in any language: each is a hole in what a
 * customer reads.
 */
export function holesIn({ key, detail = {} }: RefusalReply): string[] {
  const text = Object.values(MESSAGES)
    .map((messages) => sentencesFor(messages[key], detail))
    .map(({ msg, fix }) => `${msg} ${fix}`)
    .join(' ');
  const named = new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  return [...named].filter((name) => name !== 'requestId' && !Object.hasOwn(detail, name));
}

type Told = Required<Pick<RefusalReply, 'key' | 'detail'>>;

/** Puts the detail in place of `{name}`; a detail that is missing leaves nothing rather than braces. */
function fill(template: string, refusal: Told, language: Language): string {
  if (!template.includes('{')) return template;
  return template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    Object.hasOwn(refusal.detail, name) ? shown(name, refusal, language) : '',
  );
}

/** Details that are money, by refusal, where the detail names their asset: those of others may be shares. */
const MONEY: Partial<Record<Told['key'], readonly string[]>> = {
  INSUFFICIENT_FUNDS: ['needed', 'available'],
  VALUE_MIN: ['valueMin'],
  VALUE_MAX: ['valueMax'],
  OWN_LOSS: ['limit'],
};

/** Money stands with its asset: `₹1,250.00`, `120.5 USDT`. */
function shown(name: string, { key, detail }: Told, language: Language): string {
  const text = detail[name] ?? '';
  const { asset } = detail;
  if (name === 'problem') return problemIn(language, text);
  const isMoney = MONEY[key]?.includes(name) === true;
  return isMoney && asset !== undefined ? moneyIn(text, asset, language) : numberIn(text, language);
}

/** In the digits of the sentence, and a coin's amount without the zeros that only its scale asks for. */
function numberIn(text: string, language: Language): string {
  if (!/^\d+(\.\d+)?$/.test(text)) return text;
  return digitsIn(/\.\d{5,}$/.test(text) ? text.replace(/\.?0+$/, '') : text, language);
}

/** The first language of the header that we speak, by its weights; en-US without one. */
export function languageOf(header: string | undefined): Language {
  if (header === undefined || header === 'en-US') return 'en-US';
  if (header === 'bn-BN') return 'bn-BN';
  let best: { readonly language: Language; readonly weight: number } = { language: 'en-US', weight: 0 };
  for (const part of header.slice(0, 200).split(',')) {
    const match = /^\s*(en|bn)(?:-[A-Za-z0-9-]*)?\s*(?:;\s*q=([01](?:\.\d{1,3})?))?\s*$/i.exec(part);
    if (match === null) continue;
    const weight = Number(match[2] ?? '1');
    if (weight > best.weight)
      best = { language: match[1]?.toLowerCase() === 'bn' ? 'bn-BN' : 'en-US', weight };
  }
  return best.language;
}
