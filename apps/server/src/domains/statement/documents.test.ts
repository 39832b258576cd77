import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryOf } from '@tarazu/core/countries';
import type { Note } from '#domains/statement/contract-note.ts';
import { noteSheet } from '#domains/statement/documents.ts';
import { STATEMENT_TEXTS } from '#domains/statement/statement-texts.ts';

const note: Note = {
  ...{ day: '2026-11-20', environment: 'demo', userId: '1', asset: 'BRL', isFinal: true, isCut: false },
  lines: [
    {
      ...{ orderId: '7', instrumentId: 'B3_SIM:SERRA', symbol: 'SERRA', name: 'Serra', product: 'CNC' },
      ...{ origin: 'customer', side: 'buy', quantity: '3', priceAverage: '19.99', value: '59.97' },
      ...{ fills: 1, charges: [], chargesTotal: '0.01', ruleVersion: 'brazil', atMs: 0 },
    },
  ],
  totals: {
    ...{ bought: '59.97', sold: '0.00', intradayResult: '0.00', charges: [], chargesTotal: '0.01' },
    ...{ net: '-59.98', postings: '-59.98' },
  },
};

test('a contract note is in the money and by the clock of its country', () => {
  const texts = STATEMENT_TEXTS['en-US'];
  const sheet = noteSheet(note, { market: 'simulated', country: countryOf('BR') }, texts);
  assert.equal(sheet.fileName, 'contract-note-demo-BR-2026-11-20');
  assert.ok(sheet.about.some((line) => line.includes('amounts in R$ (BRL)')));
  assert.equal(sheet.columns[0]?.name, 'UTC-3');
  assert.equal(sheet.rows[0]?.[0], '21:00:00');
  const home = noteSheet(note, { market: 'simulated', country: countryOf('IN') }, texts);
  assert.deepEqual([home.fileName, home.columns[0]?.name], ['contract-note-demo-2026-11-20', 'IST']);
  assert.equal(home.rows[0]?.[0], '05:30:00');
});
