import * as z from 'zod/mini';
import { AD_ART, article, textBlock } from '#content.ts';
import { cursorInput, empty, idInput, instant, limitInput, listOf, marketLabel } from '#fields.ts';
import { operation } from '#operation.ts';

export const props = operation({
  name: 'props',
  method: 'GET',
  path: '/common/props',
  effect: 'read',
  role: 'visitor',
  summary: 'All public settings, rules and switches.',
  input: empty,
  output: z.object({
    version: z.string(),
    versionCode: z.number(),
    mode: z.enum(['sandbox', 'licensed']),
    market: marketLabel,
    hours: z.enum(['always', 'calendar']),
    tabBar: z.enum(['trader', 'investor']),
    currency: z.string(),
    areaCode: z.string(),
    country: z.string(),
    language: z.string(),
    operator: z.string(),
    sandboxOutbox: z.boolean(),
    /** Where passkeys are taken; absent where they can not be. */
    passkeyHost: z.optional(z.string()),
    stockCharges: z.record(z.string(), z.string()),
    /** The same of other countries' exchanges, by the currency of their shares. */
    stockChargesIn: z.record(z.string(), z.record(z.string(), z.string())),
    spotCharges: z.object({
      version: z.string(),
      tiers: z.array(z.object({ volumeMinInr: z.string(), makerRate: z.string(), takerRate: z.string() })),
      goodsAndServicesTaxRate: z.string(),
      withholdingRate: z.string(),
    }),
    orderRatePerSecond: z.number(),
    priceCollar: z.object({ version: z.string(), times: z.number() }),
    areaCodes: z.array(z.object({ country: z.string(), name: z.string(), code: z.string() })),
  }),
  refusals: [],
});

export const prop = operation({
  name: 'prop',
  method: 'GET',
  path: '/common/prop',
  effect: 'read',
  role: 'visitor',
  summary: 'One public setting by name.',
  input: z.strictObject({
    name: z.string().check(z.regex(/^[A-Za-z]{1,40}$/, 'must be the name of a setting')),
  }),
  output: z.object({ name: z.string(), value: z.unknown() }),
  refusals: ['NOT_FOUND'],
});

export const platformNotices = operation({
  name: 'platformNotices',
  method: 'GET',
  path: '/index/notice',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'Platform notices, newest first.',
  input: z.strictObject({ cursor: cursorInput, limit: limitInput }),
  output: listOf(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      /** The same text in its lines; absent where it has no form. */
      blocks: z.optional(z.array(textBlock)),
      instrumentIds: z.optional(z.array(z.string())),
      atMs: instant,
    }),
  ),
  refusals: [],
});

export const ads = operation({
  name: 'ads',
  method: 'GET',
  path: '/index/ads',
  effect: 'read',
  role: 'visitor',
  summary: 'Banners of the home page.',
  input: empty,
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        text: z.string(),
        link: z.string(),
        /** The instrument that it is about, whose page it leads to; absent where it is about none. */
        instrumentId: z.optional(z.string()),
        art: z.enum(AD_ART),
      }),
    ),
  }),
  refusals: [],
});

export const news = operation({
  name: 'news',
  method: 'GET',
  path: '/index/news',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'News, newest first; of one instrument when given.',
  input: z.strictObject({
    instrumentId: z.optional(z.string().check(z.regex(/^[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}$/))),
    cursor: cursorInput,
    limit: limitInput,
  }),
  output: listOf(article),
  refusals: [],
});

export const newsInfo = operation({
  name: 'newsInfo',
  method: 'GET',
  path: '/index/news/info',
  effect: 'read',
  sharedBy: 'visitors',
  role: 'visitor',
  summary: 'One article whole.',
  input: z.strictObject({ id: idInput }),
  output: z.object({
    ...article.shape,
    paragraphs: z.array(z.string()),
    /** The same text in its lines; absent where it has no form. */
    blocks: z.optional(z.array(textBlock)),
  }),
  refusals: ['NOT_FOUND'],
});

export const sandboxOutbox = operation({
  name: 'sandboxOutbox',
  method: 'GET',
  path: '/sandbox/outbox',
  effect: 'read',
  role: 'visitor',
  summary:
    'Messages that would have gone out by e-mail or SMS. Exists only on a sandbox install without a mail or SMS service.',
  /** From another machine than the server's own: what its start has printed. */
  input: z.strictObject({
    limit: limitInput,
    key: z.optional(z.string().check(z.maxLength(100, 'must have at most 100 characters'))),
  }),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        channel: z.enum(['email', 'sms']),
        to: z.string(),
        subject: z.string(),
        text: z.string(),
        atMs: instant,
      }),
    ),
  }),
  refusals: ['OUTBOX_KEY'],
});
