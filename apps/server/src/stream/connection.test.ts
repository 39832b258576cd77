import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { Connection } from '#stream/connection.ts';
import { FrameBuilder } from '#stream/frame-builder.ts';

/** A real connection, from the side of the server and from the client's. */
async function connected(): Promise<{ readonly connection: Connection; readonly client: WebSocket }> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const opened = Promise.withResolvers<Connection>();
  server.on('upgrade', (request, line, head) =>
    sockets.handleUpgrade(request, line, head, (socket) => {
      const handlers = { onMessage: async () => undefined, onClose: () => undefined };
      opened.resolve(
        new Connection({ socket, line, address: '203.0.113.7', start: () => FrameBuilder.empty() }, handlers),
      );
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
  return { connection: await opened.promise, client };
}

test('a reader that does not read is let go at its backlog', async () => {
  const { connection, client } = await connected();
  await once(client, 'open');
  client.pause();
  const text = JSON.stringify('x'.repeat(100_000));
  // Bytes that the system takes for the reader are not ours; the rest here is bounded.
  while (connection.isOpen) {
    connection.enqueue(text);
    connection.flush();
    assert.ok(connection.backlogBytes < 1_200_000);
    await new Promise(setImmediate);
  }
  client.resume();
  const [code] = await once(client, 'close');
  assert.equal(code, 1013);
});

test('a message counts for as much as it is long: many long ones are too many (trial 26)', async () => {
  const { client } = await connected();
  await once(client, 'open');
  const topics = Array.from({ length: 300 }, (_, nth) => `ticker:NSE_SIM:SHARE${nth}`);
  for (const [nth] of topics.slice(0, 5).entries())
    client.send(JSON.stringify({ type: nth % 2 === 0 ? 'subscribe' : 'unsubscribe', topics }));
  const [code] = await once(client, 'close');
  assert.equal(code, 1008);
});
