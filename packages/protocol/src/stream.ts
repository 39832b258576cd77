import * as z from 'zod/mini';
import { bookField, candleField, tickerFields, tradeField } from '#market.ts';
import { logHeadField } from '#proof.ts';
import { fillField, orderField } from '#trading.ts';

export const STREAM_PATH = '/ipop-api/stream';
/** A client may hold this many subscriptions on one connection; one more is refused. */
export const STREAM_TOPICS_MAX = 300;
/** A connection that has this much unread is closed. */
export const STREAM_BACKLOG_MAX_BYTES = 1_000_000;

/**
 * Topics of subscriptions. `tickers` is every instrument's ticker, conflated; `own` needs a token and carries
 * orders, fills, balances and positions of its account; `heads` is the signed heads of the journal; `book:`
 * follows the environment of the token (visitors: real).
 */
export const topicPattern =
  /^(tickers|heads|own|(ticker|book|trades):[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}|candles:[A-Z0-9_]{3,12}:[A-Z0-9&-]{1,20}:(1m|5m|15m|30m|1h|4h|1d|1w|1M))$/;
const topic = z.string().check(z.regex(topicPattern, 'must be a topic of the stream'));

/**
 * From the client. `auth` first where `own` is wanted: the token travels in a message, never in the address.
 * `resume` asks to go on after `lastNumber`: what is still kept is sent again, else a snapshot.
 */
export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('auth'), token: z.string().check(z.maxLength(100)) }),
  z.strictObject({
    type: z.literal('subscribe'),
    topics: z.array(topic).check(z.maxLength(STREAM_TOPICS_MAX)),
  }),
  z.strictObject({
    type: z.literal('unsubscribe'),
    topics: z.array(topic).check(z.maxLength(STREAM_TOPICS_MAX)),
  }),
  z.strictObject({ type: z.literal('resume'), topic, lastNumber: z.number() }),
  z.strictObject({ type: z.literal('ping') }),
]);
export type ClientMessage = z.output<typeof clientMessage>;

/** A change of one's own account. After it the client reads balances and positions again by their calls. */
export const ownChange = z.object({
  orders: z.array(orderField),
  fills: z.array(fillField),
  /** Names of what else changed, so that the client refetches only that. */
  touched: z.array(z.enum(['balances', 'positions', 'notices', 'chat'])),
});

/**
 * Messages from the server, several of which may come in one frame as an array. A topic's `number` grows by
 * one from its `snapshot` on: after a gap the client asks to resume.
 */
export const serverMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), serverTimeMs: z.number(), session: z.string() }),
  z.object({ type: z.literal('authed'), environment: z.enum(['real', 'demo']) }),
  z.object({ type: z.literal('signedOut') }),
  z.object({ type: z.literal('pong'), serverTimeMs: z.number() }),
  /** The topic stands at this number: all that was missed has been sent, even where that was nothing. */
  z.object({ type: z.literal('resumed'), topic: z.string(), number: z.number() }),
  z.object({ type: z.literal('refused'), reason: z.string(), topic: z.optional(z.string()) }),
  z.object({
    type: z.literal('tickers'),
    topic: z.string(),
    number: z.number(),
    snapshot: z.boolean(),
    list: z.array(tickerFields),
  }),
  z.object({
    type: z.literal('book'),
    topic: z.string(),
    number: z.number(),
    snapshot: z.boolean(),
    book: bookField,
  }),
  z.object({
    type: z.literal('trades'),
    topic: z.string(),
    number: z.number(),
    snapshot: z.boolean(),
    list: z.array(tradeField),
  }),
  z.object({
    type: z.literal('candles'),
    topic: z.string(),
    number: z.number(),
    snapshot: z.boolean(),
    candle: candleField,
  }),
  z.object({
    type: z.literal('heads'),
    topic: z.string(),
    number: z.number(),
    snapshot: z.boolean(),
    head: logHeadField,
  }),
  z.object({
    type: z.literal('own'),
    topic: z.string(),
    number: z.number(),
    snapshot: z.boolean(),
    change: ownChange,
    /**
     * Time before a snapshot in which nothing of the account
     * had changed, so that a recent answer still holds.
     */
    unchangedForMs: z.optional(z.number()),
  }),
]);
export type ServerMessage = z.output<typeof serverMessage>;
