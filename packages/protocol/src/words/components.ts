import * as z from 'zod/mini';
import { sessionTokens } from '#account.ts';
import { alertField } from '#alerts.ts';
import { basketLeg, legForecast, legRefusal, legResult } from '#basket.ts';
import { answerTimesField, chatMessageField, chatThreadField } from '#chat.ts';
import { article, textBlock, textRun } from '#content.ts';
import { marketLabel, sessionField } from '#fields.ts';
import { identityCaseField } from '#identity.ts';
import * as market from '#market.ts';
import { lotField } from '#products/delivery/lot.ts';
import { intradayPositionField } from '#products/intraday/position.ts';
import { feeTierField } from '#products/spot/fee-tier.ts';
import { fillOpeningField, logHeadField, receiptField } from '#proof.ts';
import { entitlementField } from '#rights.ts';
import { ruleChange, ruleTable, ruleValue, ruleVersionField } from '#rulebook.ts';
import { documentFile, namedAmount, noteTotals } from '#statement.ts';
import * as stream from '#stream.ts';
import * as trading from '#trading.ts';
import { watchlistField } from '#watchlists.ts';

/** Name of an object in the description of the calls, and its meaning. */
export interface ObjectWords {
  readonly id: string;
  readonly description: string;
}

/** The objects that have a name of their own: each stands once in the description, wherever it is used. */
export const OBJECT_WORDS = z.registry<ObjectWords>();

const NAMED: readonly (readonly [id: string, description: string, schema: z.ZodMiniType])[] = [
  [
    'AnswerTimes',
    'How long people of customer service took for their first answer lately.',
    answerTimesField,
  ],
  ['Alert', 'An own price alert.', alertField],
  ['Article', 'A piece of news.', article],
  ['TextBlock', 'A line of a written text.', textBlock],
  ['TextRun', 'A part of a line.', textRun],
  ['Auction', 'What a call auction has collected and would give now.', market.auctionField],
  ['Rate', 'At what an asset is counted in rupees.', trading.rateField],
  [
    'CurrencyRate',
    'At what a currency is counted in rupees, by its published rate.',
    trading.currencyRateField,
  ],
  ['TodayGain', 'What today’s gain is made of; the parts add up to it.', trading.todayField],
  ['TodayGainOfAsset', 'The same of what is priced in one asset.', trading.todayOfAssetField],
  ['Balance', 'What an account has of one asset.', trading.balanceField],
  ['BasketLeg', 'One order of a basket, inside the JSON text of `legs`.', basketLeg],
  ['Book', 'The order book of one instrument in one environment.', market.bookField],
  ['Candle', 'Prices of one stretch of time.', market.candleField],
  ['CandleQuery', 'Which candles.', market.candlesInput],
  ['Candles', 'Candles of one instrument, oldest first.', market.candleList],
  ['ChatMessage', 'A message of a conversation with customer service.', chatMessageField],
  ['ChatThread', 'A conversation with customer service.', chatThreadField],
  ['Charges', 'Fees, taxes and duties, each by its name.', trading.chargesField],
  ['CorporateAction', 'What a company does to its shares.', market.corporateActionField],
  ['Entitlement', 'New shares that a company offers the account.', entitlementField],
  ['FeeTier', 'What trading coins costs an account.', feeTierField],
  ['Fill', 'An own fill: one match of two orders.', trading.fillField],
  ['FillOpening', 'All that a fill is derived from again.', fillOpeningField],
  ['FillQuery', 'Which own fills.', trading.fillListInput],
  ['IdentityCase', 'One try at a verification of identity.', identityCaseField],
  ['InstrumentProfile', 'All that is known of an instrument.', market.instrumentProfile],
  ['InstrumentName', 'Which instrument.', market.instrumentInput],
  ['InstrumentRow', 'An instrument as lists show it.', market.instrumentRow],
  ['IntradayPosition', 'What is open within the day on margin.', intradayPositionField],
  ['LegForecast', 'What an order of a basket would set aside.', legForecast],
  ['LegRefusal', 'Why an order of a basket is refused.', legRefusal],
  ['LegResult', 'What became of an order of a basket.', legResult],
  ['LogHead', 'A signed head of the journal’s log.', logHeadField],
  ['Lot', 'Shares bought on one day.', lotField],
  ['Market', 'What kind of market stands behind the prices.', marketLabel],
  ['NamedAmount', 'An amount and what it is for.', namedAmount],
  ['NoteTotals', 'Sums of a contract note.', noteTotals],
  ['Order', 'An own order as it is now.', trading.orderField],
  ['OrderChange', 'What of an open order changes; what is absent stays.', trading.modifyInput],
  ['OrderName', 'One own order: its id or its client id, one of the two.', trading.orderNameInput],
  ['OrderPage', 'A page of own orders, newest first.', trading.orderList],
  ['OrderQuery', 'Which own orders.', trading.orderListInput],
  ['OrderWithFills', 'An own order with its fills.', trading.orderWithFills],
  ['OwnChange', 'What changed of one’s own account.', stream.ownChange],
  ['FileToSave', 'A file to keep.', documentFile],
  [
    'PlacedOrder',
    'The answer to an order: its fills so far have happened; `goesOn` says that more follow.',
    trading.placedField,
  ],
  ['Position', 'What an account holds of an instrument.', trading.positionField],
  ['QueuePlace', 'Where an order stands in the book.', trading.queueField],
  ['Receipt', 'The place of a command in the journal.', receiptField],
  ['SessionTokens', 'Tokens of a new session.', sessionTokens],
  ['StreamClientMessage', 'What a client says on the stream, as JSON text.', stream.clientMessage],
  [
    'StreamServerMessage',
    'What the server says on the stream; a frame is an array of these.',
    stream.serverMessage,
  ],
  ['Ticker', 'Price facts of an instrument.', market.tickerFields],
  ['Trade', 'A print of the public tape.', market.tradeField],
  ['TradeQuery', 'Which prints.', market.tradesInput],
  ['Trades', 'The newest prints.', market.tradeList],
  ['TradingSession', 'Whether an instrument trades now.', sessionField],
  ['Watchlist', 'An own watchlist with what is in it.', watchlistField],
  ['VenueState', 'Where a stock is in its day.', market.venueStateField],
  ['RuleChange', 'One value that differs between two versions of a rule.', ruleChange],
  ['RuleTable', 'A table of a rule.', ruleTable],
  ['RuleValue', 'A value of a rule that stands by itself.', ruleValue],
  ['RuleVersion', 'One version of a rule with dates.', ruleVersionField],
];
for (const [id, description, schema] of NAMED) OBJECT_WORDS.add(schema, { id, description });
