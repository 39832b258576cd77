import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countryOf } from '@tarazu/core/countries';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { coinListings } from '#market/catalogue/coins.ts';
import { corporateActionRows } from '#market/catalogue/corporate-actions.ts';
import { indexDefinitionsOf, spotDefinitions, stockDefinition } from '#market/catalogue/definitions.ts';
import { CATALOGUES, HOME_CATALOGUE } from '#market/catalogue/exchange-catalogues.ts';
import { indexListings } from '#market/catalogue/indices.ts';
import { sectors } from '#market/catalogue/listing.ts';
import { stockListings } from '#market/catalogue/stocks.ts';
import { rupeePairTick, stockTick } from '#market/catalogue/ticks.ts';
import { dayFromText } from '#platform/time/days.ts';

describe('the catalogue', () => {
  it('lists at least 64 stocks in 10 sectors with symbols of 3 to 10 capitals', () => {
    assert.ok(stockListings.length >= 64);
    assert.deepEqual(new Set(stockListings.map((listing) => listing.sector)), new Set(sectors));
    assert.equal(new Set(stockListings.map((listing) => listing.symbol)).size, stockListings.length);
    for (const listing of stockListings) {
      assert.match(listing.symbol, /^[A-Z]{3,10}$/);
      assert.ok(listing.description.length > 40);
      assert.equal(listing.hasDerivatives, listing.band.kind === 'operatingRange', listing.symbol);
    }
  });

  it('lists a dozen shares and an index at each exchange abroad, under symbols of their own', () => {
    const symbols = CATALOGUES.flatMap(({ stocks, indices }) => [...stocks, ...indices]).map(
      ({ symbol }) => symbol,
    );
    assert.equal(new Set(symbols).size, symbols.length, 'a share is counted in an asset of its symbol');
    for (const catalogue of CATALOGUES.slice(1)) {
      const { stocks, indices, exchange } = catalogue;
      assert.deepEqual([stocks.length, indices.length], [12, 1], exchange.venue);
      for (const listing of stocks) {
        assert.match(listing.symbol, /^[A-Z0-9]{3,10}$/);
        assert.ok(listing.description.length > 40 && !listing.hasDerivatives && listing.lockDays === 2);
        const definition = stockDefinition(listing, listing.anchorLevel, catalogue);
        assert.equal(definition.venue, exchange.venue);
        assert.equal(definition.quoteAsset, countryOf(exchange.country).currency.asset);
      }
      const [index] = indices;
      const value = index?.members.reduce((sum, { symbol, units }) => {
        const member = stocks.find((stock) => stock.symbol === symbol) ?? assert.fail(symbol);
        return sum + units * member.anchorLevel;
      }, 0);
      assert.ok(index && Math.abs((value ?? 0) - index.anchorValue) < 1e-6 * index.anchorValue);
    }
  });

  it('lists 20 coins against USDT and 5 pairs against rupees', () => {
    assert.equal(coinListings.length, 20);
    assert.equal(spotDefinitions.filter((definition) => definition.quoteAsset === 'USDT').length, 20);
    const rupeePairs = spotDefinitions.filter((definition) => definition.quoteAsset === 'INR');
    assert.deepEqual(
      rupeePairs.map((definition) => definition.symbol),
      ['BTC-INR', 'ETH-INR', 'SOL-INR', 'XRP-INR', 'USDT-INR'],
    );
  });

  it('weighs each index to its value at the anchor instant', () => {
    assert.equal(indexListings[0]?.members.length, 50);
    for (const index of indexListings) {
      const value = index.members.reduce((sum, member) => {
        const listing = stockListings.find((stock) => stock.symbol === member.symbol);
        assert.ok(listing);
        return sum + member.units * listing.anchorLevel;
      }, 0);
      assert.ok(Math.abs(value - index.anchorValue) < 1e-6 * index.anchorValue);
    }
    assert.equal(indexDefinitionsOf(HOME_CATALOGUE).length, 3);
  });

  it('has corporate actions one at a time, on days of trade, each with a name that fits a client id', () => {
    const spans = corporateActionRows.map(({ id, instrumentId, announcedOn, recordDate, terms }) => {
      assert.match(id, /^[a-z0-9-]{1,14}$/);
      assert.ok(
        stockListings.some(({ symbol }) => instrumentId === `NSE_SIM:${symbol}`),
        instrumentId,
      );
      const until = terms.kind === 'rights' ? terms.closesOn : recordDate;
      for (const day of [recordDate, until]) assert.ok(exchangeCalendar.isTradingDay(dayFromText(day)), day);
      assert.ok(announcedOn < recordDate && recordDate <= until);
      return { id, instrumentId, announcedOn, until };
    });
    for (const one of spans)
      for (const other of spans)
        if (one.id !== other.id && one.instrumentId === other.instrumentId)
          assert.ok(one.until < other.announcedOn || other.until < one.announcedOn, `${one.id} ${other.id}`);
  });

  it('takes ticks from the price table', () => {
    const ticks = [
      [20, 1n],
      [249.99, 1n],
      [250, 5n],
      [1000, 5n],
      [1000.05, 10n],
      [5000, 10n],
      [5000.1, 50n],
      [10_000.5, 100n],
      [20_000, 100n],
      [20_001, 500n],
    ] as const;
    for (const [close, tick] of ticks) assert.equal(stockTick(close), tick, String(close));
    assert.deepEqual(rupeePairTick(88), { decimals: 3, units: 5n });
    assert.deepEqual(rupeePairTick(266_000), { decimals: 0, units: 20n });
  });

  it('gives BTC the tick and step of the rules', () => {
    const bitcoin = spotDefinitions.find((definition) => definition.symbol === 'BTC-USDT');
    assert.equal(bitcoin?.priceScale, 1);
    assert.equal(bitcoin?.tickSize, 1n);
    assert.equal(bitcoin?.lotSize, 1000n);
  });

  it('protects market orders in shares by the price of the moment, whatever the month closed at', () => {
    const [listing] = stockListings;
    assert.ok(listing);
    for (const monthClose of [99.99, 100]) {
      const { protectionBps, protectionLow } = stockDefinition(listing, monthClose);
      assert.deepEqual([protectionBps, protectionLow], [100, { priceBelow: 10_000n, bps: 200 }]);
    }
  });

  it('carries band and lock of a trade-to-trade share', () => {
    const listing = stockListings.find((stock) => stock.lockDays === 2);
    assert.ok(listing);
    const definition = stockDefinition(listing, listing.anchorLevel);
    assert.equal(definition.lockDays, 2);
    assert.equal(definition.bandRateBps, 500);
  });
});
