import { MINUTE_MS } from '@tarazu/core/values';
import { isLoopback } from '#platform/network/address.ts';
import { takeByNetwork } from '#platform/network/network-limit.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import type { Connection } from '#stream/connection.ts';

/** An app whose session has ended tries its token once. */
const OF_CONNECTION = 5;
/** Many phones of a mobile network share an address. */
const OF_ADDRESS_PER_MINUTE = 60;
const ADDRESSES_MAX = 50_000;

/** Tokens of nobody, each of which cost a look-up: of a connection, and of its address. */
export class WrongTokens {
  readonly #ofConnection = new WeakMap<Connection, number>();
  readonly #ofAddress = createRateLimiter({ keysMax: ADDRESSES_MAX });

  /** Counts a wrong one; gives whether the connection has tried enough. */
  isOver(connection: Connection, nowMs: number): boolean {
    const { address } = connection;
    const count = (this.#ofConnection.get(connection) ?? 0) + 1;
    this.#ofConnection.set(connection, count);
    // A proxy may stand on this machine.
    if (count >= OF_CONNECTION || isLoopback(address)) return count >= OF_CONNECTION;
    const use = { name: 'token', address, limit: OF_ADDRESS_PER_MINUTE, windowMs: MINUTE_MS, nowMs };
    return !takeByNetwork(this.#ofAddress, use).allowed;
  }
}
