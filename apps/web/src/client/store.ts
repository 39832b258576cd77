import { COUNTRY_CODES, type CountryCode, HOME_COUNTRY } from '@tarazu/core/country-codes';
import { receiptsSlice } from '#client/proof/receipts.ts';
import { isRecord, listOf, oneOf, type Parse, recordOf, text } from './parse.ts';
import { createSlice } from './slice.ts';

/** The values that the app keeps in the browser, one slice each. */

export type Environment = 'real' | 'demo';
export type Language = 'en-US' | 'bn-BN';
/** Instruments that are kept as looked at. */
const VIEWED_MAX = 8;

export type TabBarPreset = 'trader' | 'investor';

export interface StoredUser {
  readonly id: string;
  readonly account: string;
  readonly status: number;
  readonly idStatus: '' | 'none' | 'pending' | 'succ' | 'fail';
}

export interface StoredTokens {
  readonly real?: string | undefined;
  readonly demo?: string | undefined;
}

const idStatus = oneOf('', 'none', 'pending', 'succ', 'fail');
const tabBarPreset = oneOf('trader', 'investor');

const storedUser: Parse<StoredUser | undefined> = (stored) => {
  if (!isRecord(stored)) return undefined;
  const { id, account, status } = stored;
  if (typeof id !== 'string' || typeof account !== 'string') return undefined;
  return {
    id,
    account,
    status: typeof status === 'number' ? status : 1,
    idStatus: idStatus(stored['idStatus']) ?? '',
  };
};

const storedTokens: Parse<StoredTokens> = (stored) =>
  isRecord(stored) ? { real: text(stored['real']), demo: text(stored['demo']) } : undefined;

export const userInfoSlice = createSlice<StoredUser | undefined>({
  name: 'userInfo',
  version: 1,
  initial: undefined,
  parse: storedUser,
});
export const userTokenSlice = createSlice<StoredTokens>({
  name: 'userToken',
  version: 1,
  initial: {},
  parse: storedTokens,
});
export const userAccountTypeSlice = createSlice<Environment>({
  name: 'userAccountType',
  version: 1,
  initial: 'real',
  parse: oneOf('real', 'demo'),
});
/** By this strangers and the person are told apart at a sign-in: it stays when somebody signs out. */
export const deviceTokenSlice = createSlice({ name: 'deviceToken', version: 1, initial: '', parse: text });
/** The key that opens the sandbox's outbox from another machine than the server's. */
export const outboxKeySlice = createSlice({ name: 'outboxKey', version: 1, initial: '', parse: text });
export const inviteCodeSlice = createSlice({ name: 'inviteCode', version: 1, initial: '', parse: text });

/** Bare text, because boot.js reads it before the first paint. Empty until a person has chosen. */
export const languageSlice = createSlice<Language | ''>({
  name: 'language',
  version: 1,
  initial: '',
  parse: oneOf('en-US', 'bn-BN'),
  bare: true,
});
export interface PushWish {
  readonly userId: string;
  readonly shows: 'topic' | 'text';
}

const pushShows = oneOf('topic', 'text');
/** The person whose messages are pushed to this browser: a later session of theirs takes that over. */
export const pushSlice = createSlice<PushWish | undefined>({
  name: 'push',
  version: 1,
  initial: undefined,
  parse: (stored) => {
    if (!isRecord(stored)) return undefined;
    const [userId, shows] = [text(stored['userId']), pushShows(stored['shows'])];
    return userId === undefined || shows === undefined ? undefined : { userId, shows };
  },
});
export const areaCodeSlice = createSlice({ name: 'areaCode', version: 1, initial: '91', parse: text });
export const stockCountrySlice = createSlice<CountryCode>({
  name: 'stockCountry',
  version: 1,
  initial: HOME_COUNTRY,
  parse: oneOf(...COUNTRY_CODES),
});

export const searchHistorySlice = createSlice<readonly string[]>({
  name: 'searchHistory',
  version: 1,
  initial: [],
  parse: listOf(text, 20),
});
/** Ids of the instruments that were looked at last, newest first. */
export const viewedInstrumentsSlice = createSlice<readonly string[]>({
  name: 'viewedInstruments',
  version: 1,
  initial: [],
  parse: listOf(text, VIEWED_MAX),
});

/** Puts an instrument before all others that were looked at. */
export function noteViewed(instrumentId: string): void {
  viewedInstrumentsSlice.update((viewed) =>
    [instrumentId, ...viewed.filter((one) => one !== instrumentId)].slice(0, VIEWED_MAX),
  );
}

export const chartMainSlice = createSlice({ name: 'chartMain', version: 1, initial: 'SMA', parse: text });
export const chartSubSlice = createSlice({ name: 'chartSub', version: 1, initial: 'VOL', parse: text });
/** Instrument ids a visitor starred; a signed-in person's are on the server. */
export const coinFavouritesSlice = createSlice<readonly string[]>({
  name: 'coinFavourites',
  version: 1,
  initial: [],
  parse: listOf(text, 100),
});
export const systemTradeTypeSlice = createSlice<'stock' | 'coin'>({
  name: 'systemTradeType',
  version: 1,
  initial: 'coin',
  parse: oneOf('stock', 'coin'),
});
export type TabKey = 'home' | 'markets' | 'trade' | 'positions' | 'assets' | 'mine';

/** The tab that was open last: the app opens with it the next time. */
export const systemRouterSlice = createSlice<TabKey>({
  name: 'systemRouter',
  version: 2,
  initial: 'home',
  parse: oneOf('home', 'markets', 'trade', 'positions', 'assets', 'mine'),
});

export const ORDER_SENDS = ['tap', 'ask', 'swipe'] as const;
export type OrderSend = (typeof ORDER_SENDS)[number];

/** How an order is sent from a ticket: the choice of the account, as this device last heard it. */
export const orderSendSlice = createSlice<OrderSend>({
  name: 'orderSend',
  version: 1,
  initial: 'tap',
  parse: oneOf(...ORDER_SENDS),
});

export interface StoredLoginInfo {
  /** 1 where the installation offers the automatic subscription to this account. */
  readonly openAutoApply: number;
  /** Address of the outside chat's script, where the operator has one. */
  readonly serviceSaleSmartly?: string | undefined;
  /** The tab bar that the person chose on another device. */
  readonly tabBar?: TabBarPreset | undefined;
}

/** The last answer of login info, so that menu and tab bar are right before the next one comes. */
export const loginInfoSlice = createSlice<StoredLoginInfo | undefined>({
  name: 'loginInfo',
  version: 1,
  initial: undefined,
  parse: (stored) =>
    isRecord(stored)
      ? {
          openAutoApply: stored['openAutoApply'] === 1 ? 1 : 0,
          serviceSaleSmartly: text(stored['serviceSaleSmartly']),
          tabBar: tabBarPreset(stored['tabBar']),
        }
      : undefined,
});
/** The instrument that the trade tab opens with, by side. */
export const lastInstrumentSlice = createSlice<Readonly<Record<string, string>>>({
  name: 'lastInstrument',
  version: 1,
  initial: {},
  parse: recordOf(text),
});
/** The view of the market in a ticket: one line with the best prices, the depth, or the chart. */
export const ticketViewSlice = createSlice<'line' | 'book' | 'chart'>({
  name: 'ticketView',
  version: 1,
  initial: 'line',
  parse: oneOf('line', 'book', 'chart'),
});
/** Half-written tickets by instrument and side, so that a reload or a broken chunk loses none. */
export const orderDraftsSlice = createSlice<Readonly<Record<string, Readonly<Record<string, string>>>>>({
  name: 'orderDrafts',
  version: 1,
  initial: {},
  parse: recordOf(recordOf(text)),
});

/** Messages not sent yet, by conversation: kept while there is no network, or the page is left. */
export const chatDraftsSlice = createSlice<Readonly<Record<string, string>>>({
  name: 'chatDrafts',
  version: 1,
  initial: {},
  parse: recordOf(text),
});
const CHAT_DRAFTS_MAX = 20;

/** Keeps what is written in a conversation; nothing forgets it. */
export function storeChatDraft(id: string, draft: string): void {
  chatDraftsSlice.update(({ [id]: _before, ...others }) => {
    const kept = Object.entries(others).slice(0, CHAT_DRAFTS_MAX - 1);
    return Object.fromEntries(draft === '' ? kept : [[id, draft], ...kept]);
  });
}

/** The marks on the first ticket have been shown on this device, or were waved away. */
export const coachSeenSlice = createSlice<boolean>({
  name: 'coachSeen',
  version: 1,
  initial: false,
  parse: (stored) => (typeof stored === 'boolean' ? stored : undefined),
});

export const balancesHiddenSlice = createSlice<boolean>({
  name: 'balancesHidden',
  version: 1,
  initial: false,
  parse: (stored) => (typeof stored === 'boolean' ? stored : undefined),
});
/** Empty: the preset of the account, or else of the installation. */
export const tabBarSlice = createSlice<TabBarPreset | ''>({
  name: 'tabBar',
  version: 1,
  initial: '',
  parse: oneOf('trader', 'investor'),
});
/** Ids of platform notices that were opened; personal ones are marked on the server. */
export const noticesReadSlice = createSlice<readonly string[]>({
  name: 'notices',
  version: 1,
  initial: [],
  parse: listOf(text, 300),
});
export const newsReadSlice = createSlice<readonly string[]>({
  name: 'news',
  version: 1,
  initial: [],
  parse: listOf(text, 300),
});

const RANDOM_ID = /^[0-9a-f]{32}$/;
/**
 * A name that says nothing, by which an outside chat knows a person again: its frame keeps nothing itself,
 * and is told neither account nor token. Empty until the chat is first opened.
 */
export const randomUserIdSlice = createSlice({
  name: 'randomUserId',
  version: 1,
  initial: '',
  parse: (stored) => (typeof stored === 'string' && RANDOM_ID.test(stored) ? stored : undefined),
});

/** The random name of whoever uses this device now: one is drawn where there is none. */
export function randomUserId(): string {
  if (randomUserIdSlice.get() === '') {
    const drawn = crypto.getRandomValues(new Uint8Array(16));
    randomUserIdSlice.set(Array.from(drawn, (byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return randomUserIdSlice.get();
}

/** Entries of the form of documents, by field: numbers of a person lie in its tab alone. */
export const identityDraftSlice = createSlice<Readonly<Record<string, string>>>({
  name: 'identityDraft',
  version: 1,
  initial: {},
  parse: recordOf(text),
  ofTab: true,
});

/** The slices that belong to one person and must be gone after a sign-out. */
export const PERSONAL_SLICES = [
  userInfoSlice,
  userTokenSlice,
  loginInfoSlice,
  orderSendSlice,
  orderDraftsSlice,
  chatDraftsSlice,
  searchHistorySlice,
  viewedInstrumentsSlice,
  noticesReadSlice,
  receiptsSlice,
  identityDraftSlice,
  randomUserIdSlice,
] as const;
