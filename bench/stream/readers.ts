/**
 * The readers of the stream bench, all in this process: raw sockets that subscribe and count what comes.
 * Nothing is parsed, so that the readers take as little as they can of a machine that the server needs.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface ReadersOptions {
  readonly port: number;
  readonly path: string;
  /** Topics of each reader. */
  readonly topics: readonly (readonly string[])[];
}

/** Stands in each message of a topic that is not the first, once. */
const MARK = Buffer.from('"snapshot":false');
const LATE_MS = 60_000;
let messages = 0;
let bytes = 0;

process.on('disconnect', () => process.exit());
process.on('message', (said: ReadersOptions | 'count') => {
  if (said === 'count') process.send?.({ messages, bytes });
  else void openAll(said).then(() => process.send?.('ready'));
});

async function openAll({ port, path, topics }: ReadersOptions): Promise<void> {
  for (const own of topics) await open({ port, path, topics: own });
}

function open(reader: { port: number; path: string; topics: readonly string[] }): Promise<void> {
  const socket = connect(reader.port, '127.0.0.1');
  const key = randomBytes(16).toString('base64');
  socket.write(
    `GET ${reader.path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('A reader was not let in.')), LATE_MS);
    socket.once('data', () => {
      clearTimeout(late);
      say(socket, JSON.stringify({ type: 'subscribe', topics: reader.topics }));
      socket.on('data', count);
      resolve();
    });
    socket.once('error', reject);
  });
}

/** A mark that is cut in two by the end of a piece is not counted: some in a hundred thousand. */
function count(piece: Buffer): void {
  bytes += piece.length;
  for (let at = piece.indexOf(MARK); at >= 0; at = piece.indexOf(MARK, at + MARK.length)) messages += 1;
}

/** A text frame of a client: masked, with the mask of four zeros. */
function say(socket: Socket, text: string): void {
  const length = Buffer.byteLength(text);
  const head = Buffer.from([0x81, 0x80 | 126, length >> 8, length & 0xff, 0, 0, 0, 0]);
  socket.write(Buffer.concat([head, Buffer.from(text)]));
}
