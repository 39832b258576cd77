import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Texts } from './texts.ts';

const SENTENCES: Readonly<Record<string, Record<string, string>>> = {
  'en-US/trade': { buy: 'Buy {quantity} {name}', plain: 'Sell' },
  'bn-BN/trade': { buy: '{quantity} {name} কিনুন', plain: 'বিক্রি' },
  'bn-BN/shell': { hello: 'নমস্কার' },
};

function open() {
  const asked: string[] = [];
  const texts = new Texts({
    load: async (language, namespace) => {
      const name = `${language}/${namespace}`;
      asked.push(name);
      const found = SENTENCES[name];
      if (found === undefined) throw new Error(name);
      return found;
    },
    write: (text) => (/^\d+$/.test(text) ? `#${text}` : text),
  });
  texts.know('en-US', 'shell', { hello: 'Hello' });
  return { texts, asked };
}

test('a sentence has its holes filled with numbers as the language writes them', async () => {
  const { texts } = open();
  await texts.change('en-US');
  await texts.load(['trade']);
  assert.equal(
    texts.say('trade', 'buy', { quantity: 12, name: 'ARUNA {quantity}' }),
    'Buy #12 ARUNA {quantity}',
  );
  assert.equal(
    texts.say('trade', 'buy', { quantity: '5' }),
    'Buy #5 {name}',
    'a hole without a value is seen',
  );
  assert.equal(texts.say('shell', 'hello'), 'Hello', 'what came with the app needs no loading');
});

test('a language is switched when all that was wanted has come in it, and said once', async () => {
  const { texts, asked } = open();
  await texts.change('en-US');
  await texts.load(['shell', 'trade']);
  assert.deepEqual(asked, ['en-US/trade'], 'only the language of the person is brought');
  let told = 0;
  texts.onLanguage(() => {
    told += 1;
    assert.equal(texts.say('trade', 'plain'), 'বিক্রি');
  });
  await texts.change('bn-BN');
  await texts.change('bn-BN');
  assert.equal(told, 1);
  assert.equal(texts.say('shell', 'hello'), 'নমস্কার');
  await texts.load(['trade']);
  assert.deepEqual(asked, ['en-US/trade', 'bn-BN/shell', 'bn-BN/trade'], 'nothing is brought twice');
  await Promise.all([texts.change('en-US'), texts.change('bn-BN')]);
  assert.equal(texts.language(), 'bn-BN', 'the last wish counts');
});

test('a language that can’t be brought leaves the old one standing', async () => {
  const { texts } = open();
  await texts.change('en-US');
  await texts.load(['trade']);
  await assert.rejects(texts.change('xx-XX'));
  assert.equal(texts.say('trade', 'plain'), 'Sell');
});
