import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Answers somebody who asks for a stream and gets none. */
export function refuseUpgrade(socket: Duplex, status: number): void {
  // A caller that is gone already makes the answer fail, and nobody else listens to this socket any more.
  socket.on('error', () => socket.destroy());
  const line = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`;
  socket.end(`${line}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
