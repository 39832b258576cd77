import assert from 'node:assert/strict';
import type { Socket } from 'node:net';

/**
 * Stops reading from the network, so that what comes next is read by the process that is given the socket.
 * `socket.pause()` does not: Node goes on reading ahead until the other process has said that it has the
 * socket, and what it read meanwhile is nobody's.
 */
export function stopReading(socket: Socket): void {
  const handle: unknown = Reflect.get(socket, '_handle');
  // Anyone who is gone already has none.
  if (typeof handle !== 'object' || handle === null) return;
  const readStop: unknown = Reflect.get(handle, 'readStop');
  assert(typeof readStop === 'function', 'Invariant: this Node can stop reading from a socket');
  Reflect.apply(readStop, handle, []);
}
