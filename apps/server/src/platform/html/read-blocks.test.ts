import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainLines, readBlocks } from './read-blocks.ts';

const problemOf = (html: string): string => {
  const read = readBlocks(html);
  assert.ok(!read.ok, html);
  return read.problem;
};

test('a text in the small part of HTML becomes lines, and nothing of its HTML is left', () => {
  const read = readBlocks(
    `<h2>Hours</h2>
     <p>Trading  <strong>stops <em>early</em></strong> at&nbsp;13:00 &amp; opens again.</p>
     <ul><li>Read <a href="/pages/news/list?id=1">news</a></li><li><a href="https://www.example.com/a?b=1">Rules</a></li></ul>
     <ol> <li>One &lt;script&gt;</li> </ol>`,
  );
  assert.ok(read.ok, JSON.stringify(read));
  assert.deepEqual(read.blocks, [
    { kind: 'heading', runs: [{ text: 'Hours' }] },
    {
      kind: 'paragraph',
      runs: [
        { text: 'Trading ' },
        { text: 'stops ', strong: true },
        { text: 'early', strong: true, emphasis: true },
        { text: ' at\u00a013:00 & opens again.' },
      ],
    },
    { kind: 'bullet', runs: [{ text: 'Read ' }, { text: 'news', href: '/pages/news/list?id=1' }] },
    { kind: 'bullet', runs: [{ text: 'Rules', href: 'https://www.example.com/a?b=1' }] },
    { kind: 'number', runs: [{ text: 'One <script>' }] },
  ]);
  assert.deepEqual(plainLines(read.blocks)[1], 'Trading stops early at\u00a013:00 & opens again.');
});

test('whatever is not of it is refused with its line, never dropped', () => {
  const bad = [
    '<script>alert(1)</script>',
    '<p>x</p><script src="https://evil.example/x.js"></script>',
    '<p><img src="x" onerror="alert(1)"/></p>',
    '<p onclick="alert(1)">x</p>',
    '<p style="position:fixed">x</p>',
    '<iframe src="https://evil.example"></iframe>',
    '<svg><p>x</p></svg>',
    '<p>x</p><!-- y -->',
    '<p><![CDATA[<script>]]></p>',
    '<?xml version="1.0"?><p>x</p>',
    '<!DOCTYPE html><p>x</p>',
    '<!DOCTYPE x [<!ENTITY a "b">]><p>&a;</p>',
    '<p>&unknown;</p>',
    '<p>x',
    '<p>x</b></p>',
    '<p><p>x</p></p>',
    '<p><ul><li>x</li></ul></p>',
    '<ul><li>x<ul><li>y</li></ul></li></ul>',
    '<ul><p>x</p></ul>',
    '<li>x</li>',
    '<strong>x</strong>',
    'x',
    '',
    ' ',
    '<p></p>',
    '<p> <strong> </strong> </p>',
    '<h2/>',
    '<p>a\u0000b</p>',
    '<p>a\u202eb</p>',
    '<p><strong>a<strong>b</strong></strong></p>',
    '<P>x</P>',
    `${'<p>x</p>'.repeat(101)}`,
    `${'<p>'.repeat(10_000)}`,
  ];
  for (const html of bad) assert.match(problemOf(html), /^line \d+: ./, html.slice(0, 80));
  assert.match(problemOf('<p>one</p>\n<p>two</p>\n<b>x</b>'), /^line 3: <b> is not taken here/);
});

test('a link leads to a page of the app or to a whole https address, and nowhere else', () => {
  const addresses = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#x0A;script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'http://example.com/',
    '//example.com/',
    'https://',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://name:word@example.com/',
    'https://example.com\\@evil.example/',
    'https://exa mple.com/',
    '/console',
    '/pages/../console',
    '/pages/news',
    '/pages/news/list#x&quot;',
    `https://example.com/${'a'.repeat(300)}`,
    '',
  ];
  for (const href of addresses)
    assert.match(problemOf(`<p><a href="${href}">x</a></p>`), /href must be/, href);
  assert.match(problemOf('<p><a>x</a></p>'), /<a> takes href/);
  assert.match(problemOf('<p><a href="/pages/a/b" target="x">x</a></p>'), /<a> takes href/);
});
