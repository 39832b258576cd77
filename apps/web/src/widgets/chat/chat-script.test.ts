import assert from 'node:assert/strict';
import { test } from 'node:test';
import { frameStateOf, isListedScript } from './chat-script.ts';

test('a frame loads a listed script, or on one’s own machine one of that machine', () => {
  const listed = 'https://plugin-code.salesmartly.com/js/project_1_2_3.js';
  for (const host of ['app.example', 'localhost']) assert.ok(isListedScript(listed, host), host);
  assert.ok(isListedScript('http://127.0.0.1:9000/chat.js', 'localhost'));
  for (const [address, host] of [
    ['http://plugin-code.salesmartly.com/js/a.js', 'app.example'],
    ['https://plugin-code.salesmartly.com.evil.example/js/a.js', 'app.example'],
    ['https://plugin-code.salesmartly.com/other/a.js', 'app.example'],
    ['https://plugin-code.salesmartly.com/js/../a.js', 'app.example'],
    ['https://u:p@plugin-code.salesmartly.com/js/a.js', 'app.example'],
    ['http://127.0.0.1:9000/chat.js', 'app.example'],
    ['http://127.0.0.1.evil.example/chat.js', 'localhost'],
    ['javascript:alert(1)', 'localhost'],
    ['', 'localhost'],
  ] as const)
    assert.ok(!isListedScript(address, host), address);
});

test('a frame says that it is ready or has failed, and nothing else is read', () => {
  assert.equal(frameStateOf({ chat: 'ready' }), 'ready');
  assert.equal(frameStateOf({ chat: 'failed' }), 'failed');
  for (const message of [undefined, null, 'ready', { chat: 'open' }, { state: 'ready' }, []])
    assert.equal(frameStateOf(message), undefined);
});
