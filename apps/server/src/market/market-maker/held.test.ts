import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Held, heldFrom } from '#market/market-maker/held.ts';

const held: Held = { sequence: 812, rows: [['NSE_SIM:ARUNA', 'real', -120.5, 1_795_000_000_000]] };

test('what the market maker holds is read as it was written', () => {
  assert.deepEqual(heldFrom(JSON.stringify(held)), held);
});

test('what can not be read of it ends the start, with its place and what to do', () => {
  const broken: readonly [string, string][] = [
    ['', 'the whole'],
    ['{"sequence":', 'the whole'],
    ['{}', 'sequence'],
    [JSON.stringify({ ...held, sequence: '812' }), 'sequence'],
    [JSON.stringify({ ...held, rows: [['NSE_SIM:ARUNA', 'play', 1, 2]] }), 'rows.0.1'],
    [JSON.stringify({ ...held, rows: [['NSE_SIM:ARUNA', 'real', null, 2]] }), 'rows.0.2'],
  ];
  for (const [text, place] of broken) {
    assert.throws(
      () => heldFrom(text),
      (error: Error) => {
        assert.equal(error.name, 'StartupError', text);
        assert.ok(error.message.includes(`(${place})`), `${text}: ${error.message}`);
        assert.match(error.message, /row "market-maker-held" of market_state .* backup/);
        return true;
      },
    );
  }
});
