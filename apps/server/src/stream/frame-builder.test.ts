import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { FrameBuilder, textFrame } from './frame-builder.ts';

/** The reader's result of a frame that is written to its line as it is. */
async function readFrame(frame: Buffer): Promise<string> {
  const httpServer = createServer();
  const sockets = new WebSocketServer({ server: httpServer });
  sockets.on('connection', (_, { socket }) => socket.write(frame));
  await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
  const address = httpServer.address();
  assert.ok(address !== null && typeof address === 'object');
  const reader = new WebSocket(`ws://127.0.0.1:${address.port}`);
  const [data, isBinary] = await once(reader, 'message');
  assert.equal(isBinary, false);
  reader.terminate();
  httpServer.closeAllConnections();
  httpServer.close();
  return String(data);
}

test('readers who were told the same share one frame, whatever another was told in between', () => {
  const empty = FrameBuilder.empty();
  const one = empty.with('"a"').with('"b"');
  const other = empty.with('"a"').with('"c"');
  const again = empty.with('"a"').with('"b"');
  assert.equal(one.frame(), again.frame());
  assert.notEqual(one.frame(), other.frame());
  assert.notEqual(empty.with('"b"').with('"a"').frame(), one.frame());
});

test('a draft that was sent goes on for a reader who is told more before the next flush', async () => {
  const first = FrameBuilder.empty().with('"a"');
  assert.equal(await readFrame(first.frame()), '["a"]');
  assert.equal(await readFrame(first.with('"b"').frame()), '["a","b"]');
  assert.equal(await readFrame(first.frame()), '["a"]');
});

test('a frame says its length in each of the three ways, counted in bytes', async () => {
  for (const length of [0, 1, 125, 126, 127, 65_535, 65_536, 200_000]) {
    const text = 'x'.repeat(length);
    assert.equal(await readFrame(textFrame(text)), text, `${length}`);
  }
  const bengali = 'টাকা ₹'.repeat(30);
  assert.equal(await readFrame(textFrame(bengali)), bengali);
});
