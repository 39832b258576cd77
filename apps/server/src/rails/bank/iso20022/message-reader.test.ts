import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Camt053Reader, type FileEntry, writeCamt053 } from '#rails/bank/iso20022/camt053.ts';
import { MessageProblem } from '#rails/bank/iso20022/message-reader.ts';

const account = {
  label: 'inr',
  asset: 'INR',
  number: '900100000001',
  bankCode: 'SBOX0000001',
  name: 'Tarazu',
};
const entry: Omit<FileEntry, 'currency'> = {
  entryRef: 'E1',
  direction: 'in',
  isReversal: false,
  units: 150_000n,
  bookedAtMs: Date.parse('2026-11-23T06:30:00Z'),
  externalId: '612345678901',
  instructionId: undefined,
  reference: 'TRZ 7QK4',
  payerName: 'Asha Rao',
  payerAccount: 'asha@validsbox',
  method: 'upi',
  reason: 'rejected',
};
const GOOD = writeCamt053({
  statementId: 'S-1',
  account,
  atMs: Date.parse('2026-11-23T12:00:00Z'),
  openingUnits: 1_000n,
  entries: [entry],
});

function read(text: string | readonly Buffer[]): readonly FileEntry[] {
  const entries: FileEntry[] = [];
  const reader = new Camt053Reader({ onEntry: (one) => entries.push(one), onEnd: () => undefined });
  for (const piece of typeof text === 'string' ? [Buffer.from(text)] : text) reader.write(piece);
  reader.end();
  return entries;
}

test('what is written is read, also byte by byte', () => {
  assert.deepEqual(read(GOOD), [{ ...entry, currency: 'INR' }]);
  assert.deepEqual(read(Array.from(Buffer.from(GOOD), (byte) => Buffer.from([byte]))), [
    { ...entry, currency: 'INR' },
  ]);
});

test('what other banks write, with more than we read, is read as well', () => {
  const rich = GOOD.replace('<CreDtTm>', '<!-- a comment --><CreDtTm>')
    .replace(
      '<Acct>',
      '<FrToDt><FrDtTm>2026-11-23T00:00:00</FrDtTm><ToDtTm>2026-11-23T23:59:59+05:30</ToDtTm></FrToDt><Acct>',
    )
    .replace('</Ccy></Acct>', '</Ccy><Svcr><FinInstnId><BICFI>SBOXINBB</BICFI></FinInstnId></Svcr></Acct>')
    .replace(
      '<Ntry>',
      '<TxsSummry><TtlNtries><NbOfNtries>1</NbOfNtries></TtlNtries></TxsSummry><Ntry><NtryRef>1</NtryRef>',
    )
    .replace('<BookgDt>', '<BookgDt>')
    .replace(/<DtTm>[^<]*<\/DtTm>/, '<Dt>2026-11-23</Dt>')
    .replace('<Refs>', '<Refs><MsgId>M</MsgId>');
  const [found] = read(rich);
  assert.equal(found?.units, 150_000n);
  assert.equal(found?.bookedAtMs, Date.parse('2026-11-23T12:00:00+05:30'));
  const prefixed = GOOD.replace('<Document xmlns=', '<Document xmlns:x="urn:other" xmlns=');
  assert.equal(read(prefixed).length, 1);
});

const refused: Readonly<Record<string, string>> = {
  'a document type': GOOD.replace('<Document', '<!DOCTYPE Document><Document'),
  'entities that unfold': GOOD.replace(
    '<Document',
    '<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">]><Document',
  ).replace('Asha Rao', '&c;'),
  'an entity that is a file': GOOD.replace(
    '<Document',
    '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document',
  ).replace('Asha Rao', '&x;'),
  'an entity of nobody': GOOD.replace('Asha Rao', '&x;'),
  'a reference to nothing': GOOD.replace('Asha Rao', '&#0;'),
  'another name space': GOOD.replace('camt.053.001.08', 'camt.053.001.02'),
  'no name space': GOOD.replace(/ xmlns="[^"]*"/, ''),
  'another message': GOOD.replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'),
  'an end that is missing': GOOD.slice(0, -20),
  'something behind the end': `${GOOD}<x/>`,
  'two documents': GOOD + GOOD,
  'an element out of its place': GOOD.replace(
    /(<Amt[^>]*>1500\.00<\/Amt>)(<CdtDbtInd>CRDT<\/CdtDbtInd>)/,
    '$2$1',
  ),
  'an element too many': GOOD.replace('<Sts>', '<Sts><Cd>BOOK</Cd></Sts><Sts>'),
  'an element that is missing': GOOD.replace('<Sts><Cd>BOOK</Cd></Sts>', ''),
  'an element of nobody': GOOD.replace('<Sts>', '<Evil>1</Evil><Sts>'),
  'both of a choice': GOOD.replace('<Sts><Cd>BOOK</Cd>', '<Sts><Cd>BOOK</Cd><Prtry>x</Prtry>'),
  'none of a choice': GOOD.replace('<Cd>BOOK</Cd>', ''),
  'text among elements': GOOD.replace('<Sts>', 'money<Sts>'),
  'an amount with a sign': GOOD.replaceAll('1500.00', '-1500.00'),
  'an amount with an exponent': GOOD.replaceAll('1500.00', '15e2'),
  'an amount in Bengali digits': GOOD.replaceAll('1500.00', '১৫০০.০০'),
  'an amount of thousandths': GOOD.replaceAll('1500.00', '1500.001'),
  'an amount beyond all money': GOOD.replaceAll('1500.00', '9'.repeat(19)),
  'no currency': GOOD.replaceAll(' Ccy="INR"', ''),
  'a sum that is not right': GOOD.replace('>1510.00<', '>1511.00<'),
  'a time that is none': GOOD.replace(/<DtTm>[^<]*<\/DtTm>/, '<DtTm>2026-13-45T99:00:00Z</DtTm>'),
  'an entry without a number': GOOD.replace('<AcctSvcrRef>E1</AcctSvcrRef>', ''),
  'a text that is too long': GOOD.replace('Asha Rao', 'x'.repeat(141)),
  'a text of megabytes': GOOD.replace('Asha Rao', 'x'.repeat(3_000_000)),
  'a name of megabytes': GOOD.replace('<Sts>', `<${'x'.repeat(3_000_000)}/><Sts>`),
  'an attribute of megabytes': GOOD.replace('<Sts>', `<Sts a="${'x'.repeat(3_000_000)}">`),
  'a comment of megabytes': GOOD.replace('<Sts>', `<!--${'x'.repeat(3_000_000)}--><Sts>`),
  'a thousand attributes': GOOD.replace(
    '<Sts>',
    `<Sts ${Array.from({ length: 1_000 }, (_, at) => `a${at}="1"`).join(' ')}>`,
  ),
  'depth without an end': GOOD.replace('<CreDtTm>', `<MsgRcpt>${'<x>'.repeat(100_000)}`),
  'a million elements in one entry': GOOD.replace('<RmtInf>', `<RmtInf>${'<Ustrd>x</Ustrd>'.repeat(10_000)}`),
  'another encoding': GOOD.replace('UTF-8', 'ISO-8859-1'),
  'no XML at all': 'PK\u0003\u0004 not a statement',
  nothing: '',
};
for (const [what, text] of Object.entries(refused))
  test(`refused, and nothing of it stays: ${what}`, () => {
    // In pieces as a file comes, so that what is endless is noticed before it is all there.
    const bytes = Buffer.from(text);
    const pieces: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += 65_536) pieces.push(bytes.subarray(at, at + 65_536));
    assert.throws(() => read(pieces), MessageProblem);
  });

test('bytes that are no UTF-8, and UTF-16, are refused', () => {
  assert.throws(() => read([Buffer.from(GOOD, 'utf16le')]), MessageProblem);
  assert.throws(() => read([Buffer.from([0xff, 0xfe, 0x3c])]), MessageProblem);
  assert.throws(
    () => read([Buffer.concat([Buffer.from(GOOD.slice(0, 400)), Buffer.from([0xc3, 0x28])])]),
    MessageProblem,
  );
});

test('a statement of many entries is read with the memory of one', () => {
  const [head = '', rest = ''] = GOOD.split('<Ntry>');
  const [one = '', tail = ''] = rest.split('</Ntry>');
  const count = 20_000;
  const closing = (1_000n + 150_000n * BigInt(count)).toString();
  const opened = head.replace('>1510.00<', `>${closing.slice(0, -2)}.${closing.slice(-2)}<`);
  let entries = 0;
  const reader = new Camt053Reader({
    onEntry: () => {
      entries += 1;
    },
    onEnd: () => undefined,
  });
  reader.write(Buffer.from(opened));
  for (let at = 0; at < count; at += 1)
    reader.write(Buffer.from(`<Ntry>${one.replace('>E1<', `>E${at}<`)}</Ntry>`));
  reader.write(Buffer.from(tail));
  reader.end();
  assert.equal(entries, count);
});
