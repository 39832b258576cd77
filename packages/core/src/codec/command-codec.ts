import { corporateTermsOf } from '#codec/corporate-codec.ts';
import {
  endSeedOf,
  instrumentOf,
  marketKeyOf,
  sessionOf,
  someChargesOf,
  venueOf,
} from '#codec/facts-codec.ts';
import { Fields, integerOf, listOf } from '#codec/fields.ts';
import { NAMED_AGENTS } from '#model/agent.ts';
import type { Command, MarketMakerDepth, QuoteEntry } from '#model/command.ts';
import type { AccountGrants, AccountOpen } from '#model/commands/account-commands.ts';
import type { BasketLeg, OrderConditions, OrderPlace } from '#model/commands/order-commands.ts';
import type { QuoteLevel, RulesSet } from '#model/commands/venue-commands.ts';
import { WALLETS } from '#model/ledger.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type { OrderType, Validity } from '#model/order.ts';
import { OWN_LIMIT_NAMES } from '#model/own-limit.ts';
import { PRODUCT_NAMES } from '#model/product-name.ts';
import { type AccountLimits, PURPOSES } from '#model/sub-account.ts';
import { ACCOUNT_SWEEP_NAMES, DUE_SWEEP_NAMES } from '#model/sweep.ts';
import {
  type AccountId,
  accountId,
  amount,
  assert,
  assetId,
  type ClientId,
  type Environment,
  instantMs,
  instrumentId,
  orderId,
  type Price,
  parseStoredClientId,
  price,
  quantity,
  type Side,
} from '#values/index.ts';

const ENVIRONMENTS: readonly Environment[] = ['real', 'demo'];
const ORDER_TYPES: readonly OrderType[] = [
  'market',
  'limit',
  'stopLimit',
  'stopMarket',
  'takeProfitLimit',
  'takeProfitMarket',
  'trailingStop',
];
const VALIDITIES: readonly Validity[] = ['day', 'ttl', 'gtc', 'gtd', 'ioc', 'fok', 'postOnly'];
const SIDES: readonly Side[] = ['buy', 'sell'];

type Decoders = { readonly [Type in Command['type']]: (fields: Fields) => Extract<Command, { type: Type }> };

/** How each command is read. A command without a reader does not compile. */
const DECODERS: Decoders = {
  'account.open': (fields) => ({
    type: 'account.open',
    accountId: accountOf(fields),
    environment: environmentOf(fields),
    grants: grantsOf(fields.object('grants')),
    ...(fields.has('subOf') && { subOf: subOfIn(fields.object('subOf')) }),
  }),
  'account.reset': (fields) => ({
    type: 'account.reset',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    grants: grantsOf(fields.object('grants')),
  }),
  'account.set': (fields) => ({
    type: 'account.set',
    accountId: accountOf(fields),
    ...(fields.has('status') && { status: fields.oneOf('status', ['active', 'frozen', 'closed']) }),
    ...(fields.has('ownerFrozen') && { ownerFrozen: fields.flag('ownerFrozen') }),
    ...(fields.has('withdrawalsFrozen') && { withdrawalsFrozen: fields.flag('withdrawalsFrozen') }),
    ...(fields.has('spotFeeTier') && { spotFeeTier: fields.whole('spotFeeTier') }),
    ...(fields.has('parentId') && { parentId: accountId(fields.whole('parentId')) }),
    ...(fields.has('limits') && { limits: limitsOf(fields.object('limits')) }),
  }),
  'account.transfer': (fields) => ({
    type: 'account.transfer',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    subAccountId: accountId(fields.whole('subAccountId')),
    direction: fields.oneOf('direction', ['toSubAccount', 'fromSubAccount']),
    wallet: fields.oneOf('wallet', WALLETS),
    assetId: assetId(fields.text('assetId')),
    amount: amount(fields.integer('amount')),
    ...agentIn(fields),
  }),
  'limit.set': (fields) => ({
    type: 'limit.set',
    accountId: accountOf(fields),
    name: fields.oneOf('name', OWN_LIMIT_NAMES),
    ...(fields.has('assetId') && { assetId: assetId(fields.text('assetId')) }),
    ...(fields.has('value') && { value: amount(fields.integer('value')) }),
    onlyStricter: fields.flag('onlyStricter'),
    offsetMinutes: fields.whole('offsetMinutes'),
    ...(fields.has('usedBefore') && { usedBefore: amount(fields.integer('usedBefore')) }),
  }),
  'order.place': (fields) => ({
    type: 'order.place',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    ...legOf(fields),
    ...(fields.has('product') && { product: fields.oneOf('product', PRODUCT_NAMES) }),
    ...agentIn(fields),
    ...conditionsIn(fields),
  }),
  'order.basket': (fields) => ({
    type: 'order.basket',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    ...agentIn(fields),
    legs: fields.list('legs', (json) => basketLegOf(new Fields(json))),
  }),
  'order.cancel': (fields) => ({
    type: 'order.cancel',
    accountId: accountOf(fields),
    orderId: orderId(fields.whole('orderId')),
  }),
  'intraday.close': (fields) => ({
    type: 'intraday.close',
    accountId: accountOf(fields),
    instrumentId: instrumentId(fields.text('instrumentId')),
  }),
  'order.modify': (fields) => ({
    type: 'order.modify',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    orderId: orderId(fields.whole('orderId')),
    ...(fields.has('quantity') && { quantity: quantity(fields.integer('quantity')) }),
    ...pricesOf(fields),
  }),
  'order.cancelAll': (fields) => ({
    type: 'order.cancelAll',
    accountId: accountOf(fields),
    ...(fields.has('venue') && { venue: venueOf(fields) }),
    ...(fields.has('instrumentId') && { instrumentId: instrumentId(fields.text('instrumentId')) }),
  }),
  'orders.expire': (fields) => ({ type: 'orders.expire', accountId: accountOf(fields) }),
  'corporate.act': (fields) => ({
    type: 'corporate.act',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    instrumentId: instrumentId(fields.text('instrumentId')),
    terms: corporateTermsOf(fields.object('terms')),
  }),
  'rights.apply': (fields) => ({
    type: 'rights.apply',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    issueId: clientIdOf(fields, 'issueId'),
    quantity: quantity(fields.integer('quantity')),
  }),
  'rights.close': (fields) => ({ type: 'rights.close', accountId: accountOf(fields) }),
  'lots.settle': (fields) => ({ type: 'lots.settle', accountId: accountOf(fields) }),
  'sweep.step': (fields) => ({
    type: 'sweep.step',
    ...(fields.has('stepMax') && { stepMax: fields.whole('stepMax') }),
  }),
  'accounts.sweep': (fields) => ({
    type: 'accounts.sweep',
    name: fields.oneOf('name', DUE_SWEEP_NAMES),
    accounts: accountsOf(fields),
    isLast: fields.flag('isLast'),
  }),
  'accounts.step': (fields) => ({
    type: 'accounts.step',
    name: fields.oneOf('name', ACCOUNT_SWEEP_NAMES),
    sequence: fields.whole('sequence'),
    accounts: accountsOf(fields),
    isLast: fields.flag('isLast'),
    isAhead: fields.flag('isAhead'),
  }),
  'corporate.begin': (fields) => ({
    type: 'corporate.begin',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    instrumentId: instrumentId(fields.text('instrumentId')),
    terms: corporateTermsOf(fields.object('terms')),
  }),
  'session.end': (fields) => ({ type: 'session.end', venue: venueOf(fields) }),
  'instrument.set': (fields) => ({
    type: 'instrument.set',
    instrument: instrumentOf(fields.object('instrument')),
  }),
  'rules.set': rulesSetOf,
  'prices.keep': () => ({ type: 'prices.keep' }),
  'prices.mark': (fields) => ({
    type: 'prices.mark',
    marks: fields.list('marks', markOf),
    ...(fields.has('clockAtMs') && { clockAtMs: instantMs(fields.whole('clockAtMs')) }),
  }),
  'marketMaker.quote': (fields) => ({
    type: 'marketMaker.quote',
    instrumentId: instrumentId(fields.text('instrumentId')),
    environment: environmentOf(fields),
    bids: fields.list('bids', levelOf),
    asks: fields.list('asks', levelOf),
  }),
  'marketMaker.take': (fields) => ({
    type: 'marketMaker.take',
    instrumentId: instrumentId(fields.text('instrumentId')),
    environment: environmentOf(fields),
    side: fields.oneOf('side', SIDES),
    priceLimit: price(fields.integer('priceLimit')),
    quantity: quantity(fields.integer('quantity')),
  }),
};

/** Replay before `format 2`: the names that commands had. */
const TYPES_BEFORE: ReadonlyMap<string, Command['type']> = new Map([
  ['house.quote', 'marketMaker.quote'],
  ['house.take', 'marketMaker.take'],
]);

export function commandOf(json: unknown): Command {
  const fields = new Fields(json);
  const written = fields.text('type');
  const type = TYPES_BEFORE.get(written) ?? written;
  assert(isType(type), 'Condition: a known command expected in the journal');
  return DECODERS[type](fields);
}

export function marketMakerDepthsOf(json: unknown): MarketMakerDepth[] {
  return listOf(json, (one) => {
    const fields = new Fields(one);
    return {
      instrumentId: instrumentId(fields.text('instrumentId')),
      environment: environmentOf(fields),
      bids: fields.list('bids', entryOf),
      asks: fields.list('asks', entryOf),
      ...(fields.has('priceLast') && { priceLast: price(fields.integer('priceLast')) }),
      ...(fields.has('orderId') && { orderId: orderId(fields.whole('orderId')) }),
    };
  });
}

function isType(type: string): type is Command['type'] {
  return Object.hasOwn(DECODERS, type);
}

/** A leg of a basket is of the usual product of its instrument. */
function basketLegOf(fields: Fields): BasketLeg {
  assert(
    !fields.has('product'),
    `Condition: the legs of a basket in the journal name no product, not ${String(fields.raw('product'))}`,
  );
  return legOf(fields);
}

/** Fields of every order, alone or in a basket. */
function legOf(fields: Fields): BasketLeg {
  return {
    instrumentId: instrumentId(fields.text('instrumentId')),
    side: fields.oneOf('side', SIDES),
    orderType: fields.oneOf('orderType', ORDER_TYPES),
    validity: fields.oneOf('validity', VALIDITIES),
    ...(fields.has('priceLimit') && { priceLimit: price(fields.integer('priceLimit')) }),
    quantity: quantity(fields.integer('quantity')),
  };
}

function agentIn(fields: Fields): Pick<OrderPlace, 'agent'> {
  return fields.has('agent') ? { agent: fields.oneOf('agent', NAMED_AGENTS) } : {};
}

/** Replay before `format 2`: conditions were called special. */
function conditionsIn(fields: Fields): Pick<OrderPlace, 'conditions'> {
  const name = fields.has('special') ? 'special' : 'conditions';
  return fields.has(name) ? { conditions: conditionsOf(fields.object(name)) } : {};
}

function conditionsOf(fields: Fields): OrderConditions {
  const bracket = fields.has('bracket') ? fields.object('bracket') : undefined;
  const leg = fields.has('otherLeg') ? fields.object('otherLeg') : undefined;
  return {
    ...pricesOf(fields),
    ...(fields.has('trailBps') && { trailBps: fields.whole('trailBps') }),
    ...(fields.has('quantityShown') && { quantityShown: quantity(fields.integer('quantityShown')) }),
    ...(fields.has('ttlMinutes') && { ttlMinutes: fields.whole('ttlMinutes') }),
    ...(fields.has('expiresAtMs') && { expiresAtMs: instantMs(fields.whole('expiresAtMs')) }),
    ...(fields.has('afterMarket') && { afterMarket: fields.oneOf('afterMarket', [true]) }),
    ...(fields.has('gtt') && { gtt: fields.oneOf('gtt', [true]) }),
    ...(fields.has('isBracketEnd') && { isBracketEnd: fields.oneOf('isBracketEnd', [true]) }),
    ...(bracket && {
      bracket: {
        priceTakeProfit: price(bracket.integer('priceTakeProfit')),
        ...(bracket.has('priceStop') && { priceStop: price(bracket.integer('priceStop')) }),
        ...(bracket.has('trailBps') && { trailBps: bracket.whole('trailBps') }),
      },
    }),
    ...(leg && {
      otherLeg: {
        priceTrigger: price(leg.integer('priceTrigger')),
        priceLimit: price(leg.integer('priceLimit')),
      },
    }),
  };
}

function pricesOf(fields: Fields): { priceLimit?: Price; priceTrigger?: Price } {
  return {
    ...(fields.has('priceLimit') && { priceLimit: price(fields.integer('priceLimit')) }),
    ...(fields.has('priceTrigger') && { priceTrigger: price(fields.integer('priceTrigger')) }),
  };
}

function rulesSetOf(fields: Fields): RulesSet {
  return {
    type: 'rules.set',
    ...someChargesOf(fields),
    ...(fields.has('stepMax') && { stepMax: fields.whole('stepMax') }),
    ...(fields.has('endSeed') && { endSeed: endSeedOf(fields.object('endSeed')) }),
    ...(fields.has('marketKey') && { marketKey: marketKeyOf(fields.object('marketKey')) }),
    ...(fields.has('session') && { session: sessionOf(fields.object('session')) }),
  };
}

function grantsOf(fields: Fields): AccountGrants {
  return {
    cash: fields.list('cash', (json) => {
      const cash = new Fields(json);
      return {
        wallet: cash.oneOf('wallet', WALLETS),
        assetId: assetId(cash.text('assetId')),
        amount: amount(cash.integer('amount')),
      };
    }),
    shares: fields.list('shares', (json) => {
      const shares = new Fields(json);
      return {
        instrumentId: instrumentId(shares.text('instrumentId')),
        quantity: quantity(shares.integer('quantity')),
        cost: amount(shares.integer('cost')),
      };
    }),
  };
}

function subOfIn(fields: Fields): NonNullable<AccountOpen['subOf']> {
  return { parentId: accountId(fields.whole('parentId')), purpose: fields.oneOf('purpose', PURPOSES) };
}

function limitsOf(fields: Fields): AccountLimits {
  const value = fields.has('orderValueMax') ? fields.object('orderValueMax') : undefined;
  return {
    ...(fields.has('openOrdersMax') && { openOrdersMax: fields.whole('openOrdersMax') }),
    ...(value && {
      orderValueMax: { assetId: assetId(value.text('assetId')), amount: amount(value.integer('amount')) },
    }),
  };
}

function markOf(json: unknown): MarkPrice {
  const fields = new Fields(json);
  return {
    instrumentId: instrumentId(fields.text('instrumentId')),
    priceMark: price(fields.integer('priceMark')),
    ...(fields.has('priceIndex') && { priceIndex: price(fields.integer('priceIndex')) }),
    atMs: instantMs(fields.whole('atMs')),
  };
}

function levelOf(json: unknown): QuoteLevel {
  assert(
    Array.isArray(json) && json.length === 2,
    'Condition: a price and a quantity expected in the journal',
  );
  return [price(integerOf(json[0])), quantity(integerOf(json[1]))];
}

function entryOf(json: unknown): QuoteEntry {
  const fields = new Fields(json);
  return {
    price: price(fields.integer('price')),
    quantity: quantity(fields.integer('quantity')),
    priority: fields.whole('priority'),
  };
}

function accountsOf(fields: Fields): AccountId[] {
  return fields.list('accounts', (id) => {
    assert(
      Number.isSafeInteger(id) && typeof id === 'number',
      'Condition: account numbers expected in the journal',
    );
    return accountId(id);
  });
}

function accountOf(fields: Fields): AccountId {
  return accountId(fields.whole('accountId'));
}

function environmentOf(fields: Fields): Environment {
  // Replay before `format 2`: the environment was called a lane.
  return fields.oneOf(fields.has('environment') ? 'environment' : 'lane', ENVIRONMENTS);
}

function clientIdOf(fields: Fields, name = 'clientId'): ClientId {
  const clientId = parseStoredClientId(fields.text(name));
  assert(clientId !== undefined, 'Condition: a client id expected in the journal');
  return clientId;
}
