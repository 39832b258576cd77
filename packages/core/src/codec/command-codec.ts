import { grantsOf, limitsOf, subOfIn } from '#codec/account-fields.ts';
import { corporateTermsOf } from '#codec/corporate-codec.ts';
import {
  endSeedOf,
  instrumentOf,
  marketKeyOf,
  sessionOf,
  someChargesOf,
  venueOf,
} from '#codec/facts-codec.ts';
import { Fields } from '#codec/fields.ts';
import { accountOf, accountsOf, clientIdOf, environmentOf, SIDES } from '#codec/key-fields.ts';
import { levelOf, markOf } from '#codec/market-fields.ts';
import { agentIn, basketLegOf, conditionsIn, legOf, pricesOf } from '#codec/order-fields.ts';
import type { Command } from '#model/command.ts';
import type { RulesSet } from '#model/commands/venue-commands.ts';
import { CORRECTION_ACCOUNTS, WALLETS } from '#model/ledger.ts';
import { OWN_LIMIT_NAMES } from '#model/own-limit.ts';
import { INSTRUMENT_KINDS, PRODUCT_NAMES } from '#model/product-name.ts';
import { ACCOUNT_SWEEP_NAMES, DUE_SWEEP_NAMES } from '#model/sweep.ts';
import {
  accountId,
  amount,
  assert,
  assetId,
  instantMs,
  instrumentId,
  orderId,
  price,
  quantity,
} from '#values/index.ts';

type Decoders = { readonly [Type in Command['type']]: (fields: Fields) => Extract<Command, { type: Type }> };

/** Readers of the commands: one without a reader does not compile. */
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
  'correction.post': (fields) => ({
    type: 'correction.post',
    accountId: accountOf(fields),
    clientId: clientIdOf(fields),
    contentHash: fields.text('contentHash'),
    direction: fields.oneOf('direction', ['toAccount', 'fromAccount']),
    house: fields.oneOf('house', CORRECTION_ACCOUNTS),
    wallet: fields.oneOf('wallet', WALLETS),
    assetId: assetId(fields.text('assetId')),
    amount: amount(fields.integer('amount')),
    ruleVersion: fields.text('ruleVersion'),
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
    ...(fields.has('kind') && { kind: fields.oneOf('kind', INSTRUMENT_KINDS) }),
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

function isType(type: string): type is Command['type'] {
  return Object.hasOwn(DECODERS, type);
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
