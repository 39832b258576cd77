import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { productSeam } from './product-seam.ts';

const said = (path: string, line: string) => check(productSeam, { [path]: line });

test('a branch on the kind of an instrument, on a wallet or on what an id begins with is refused (issue 8 section 4)', () => {
  for (const line of [
    "if (instrument.kind === 'stock') f();",
    "if (listing?.kind !== 'spot') f();",
    "const a = 'stock' === kind ? 1 : 2;",
    "const a = wallet === 'perpetual';",
    "const a = order.product === 'MIS';",
    "switch (kind) { case 'spot': f(); }",
    'switch (instrument.kind) { default: f(); }',
    'const a = wallet === delivery.wallet;',
    'const a = section !== spot.section;',
    'const a = productAt(id) === spot;',
    'const a = row.product !== null;',
    "const a = listing.kind === (isCoin ? 'spot' : 'stock');",
    "const a = ['stock', 'index'].includes(listing.kind);",
    "const a = id.startsWith('COIN_SIM:');",
    "const a = id.startsWith('COIN');",
    "const a = assetId.startsWith('EQ:');",
    "const a = before.includes('NSE_SIM');",
    "const usual: Record<Instrument['kind'], Offer> = table;",
    "const a = `${kind === 'stock' ? 'day' : 'gtc'}`;",
    "const kind = z.enum(['stock', 'spot']);",
    "const order = ['stock', 'spot', 'perpetual'] as const;",
  ]) {
    assert.equal(said('packages/core/src/commands/a.ts', line).length, 1, line);
  }
});

test('so is one in a statement, and an id that is put together or taken apart by its prefix', () => {
  for (const line of [
    "const a = `select 1 from fill where instrument_id like 'NSE_SIM:%'`;",
    `const a = "select 1 from instrument i where i.kind = 'spot'";`,
    "const a = `where from_wallet in ('stock', 'spot')`;",
    "const a = `where product is distinct from 'intraday'`;",
    "const a = `case venue when 'COIN_SIM' then 1 end`;",
    "const a = `where starts_with(asset_id, 'EQ:')`;",
    'const a = `NSE_SIM:${symbol}`;',
    "const a = 'EQ:' + symbol;",
    "const a = asset.replace(/^EQ:/, '');",
    'const a = /^(EQ|RE):/.test(asset);',
    'const a = `where o.live and o.product is not null`;',
    'const a = `case when product is null then 1 end`;',
    "const a = new OwnOrders(services, 'COIN_SIM');",
  ]) {
    assert.equal(said('apps/server/src/domains/a/store.ts', line).length, 1, line);
    assert.deepEqual(said('apps/server/src/products/delivery/a.ts', line), [], line);
  }
  for (const line of [
    "const a = `where instrument_id like '${idsAt(delivery.venue)}'`;",
    "// A statement with kind = 'spot' or like 'NSE_SIM:%' in a comment.",
    "const a = `where kind = 'charge'`;",
    'const a = `where (product is null or product not in (${list}))`;',
    'const a = productIn(listing)?.newsOf === side;',
    '/** `NSE_SIM:ARUNA`. */',
    "const example = 'NSE_SIM:ARUNA';",
  ]) {
    assert.deepEqual(said('apps/server/src/domains/a/store.ts', line), [], line);
  }
});

test('a product’s own folder may, and tests; what is no branch is left alone', () => {
  const branch = "if (instrument.kind === 'stock') f();";
  assert.deepEqual(said('packages/core/src/products/delivery/a.ts', branch), []);
  assert.deepEqual(said('packages/core/src/commands/a.test.ts', branch), []);
  for (const line of [
    "// Where kind === 'stock' the day ends.",
    'const text = "kind === \'stock\'";',
    "const wallet = 'stock';",
    "open({ kind: 'spot' });",
    "if (terms.kind === 'rights') f();",
    'if (known.kind === instrument.kind) f();',
  ]) {
    assert.deepEqual(said('packages/core/src/commands/a.ts', line), [], line);
  }
});

test('the app asks a product’s record for what it needs, and names no product outside products/', () => {
  for (const line of [
    'const holdsMoney = withinDay !== undefined;',
    'if (isWithinDay(order.product)) f();',
    'const open = power.openWithinDay;',
    "f({ ...(margin && { product: 'intraday' }) });",
    "const draft = { product: 'MIS' };",
    "const name = isMargin ? 'MIS' : other;",
  ]) {
    assert.equal(said('apps/web/src/widgets/ticket/a.tsx', line).length, 1, line);
    assert.deepEqual(said('apps/web/src/products/intraday/a.ts', line), [], line);
    assert.deepEqual(said('apps/web/src/widgets/ticket/a.test.ts', line), [], line);
  }
  for (const line of [
    "const title = t('withinDay');",
    '// An order withinDay.',
    'const holdsMoney = product.offer.holdsMoney(side);',
    "const words = ['intraday', 'margin'];",
  ])
    assert.deepEqual(said('apps/web/src/widgets/ticket/a.tsx', line), [], line);
  assert.deepEqual(said('apps/web/src/locales/en-US/trade.ts', "  withinDay: 'Intraday',"), []);
  assert.deepEqual(said('apps/server/src/domains/a/service.ts', 'const withinDay = 1;'), []);
});
