import { Fields, integerOf, listOf } from '#codec/fields.ts';
import { environmentOf } from '#codec/key-fields.ts';
import type { MarketMakerDepth, QuoteEntry } from '#model/command.ts';
import type { QuoteLevel } from '#model/commands/venue-commands.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import { assert, instantMs, instrumentId, orderId, price, quantity } from '#values/index.ts';

/* Fields of commands about prices and quotes. */

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

export function markOf(json: unknown): MarkPrice {
  const fields = new Fields(json);
  return {
    instrumentId: instrumentId(fields.text('instrumentId')),
    priceMark: price(fields.integer('priceMark')),
    ...(fields.has('priceIndex') && { priceIndex: price(fields.integer('priceIndex')) }),
    atMs: instantMs(fields.whole('atMs')),
  };
}

export function levelOf(json: unknown): QuoteLevel {
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
