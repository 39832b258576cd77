import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A line between an engine and its database that a test can freeze, make deaf or cut. */
export interface Line {
  readonly port: number;
  /** `frozen`: nothing moves, and moves on later. `deaf`: what the database answers is dropped. */
  set(mode: 'open' | 'frozen' | 'deaf'): void;
  /**
   * The next connection that says this text is cut when it is
   * answered: what it asked for is done, and it never hears of it.
   */
  loseAnswerTo(text: string): void;
  /** Ends every connection at once, on both ends. */
  cut(): void;
  close(): void;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

export async function openLine(to: { readonly host: string; readonly port: number }): Promise<Line> {
  const pairs = new Set<Pair>();
  let mode: 'open' | 'frozen' | 'deaf' = 'open';
  let lost: string | undefined;
  const follow = ({ near, far }: Pair): void => {
    for (const socket of [near, far]) {
      if (mode === 'frozen') socket.pause();
      else socket.resume();
    }
  };
  const server = createServer((near) => {
    const far = to.host.startsWith('/')
      ? connect(`${to.host}/.s.PGSQL.${to.port}`)
      : connect(to.port, to.host);
    const pair = { near, far };
    pairs.add(pair);
    let isLost = false;
    near.on('data', (bytes) => {
      isLost ||= lost !== undefined && bytes.includes(lost);
      if (isLost) lost = undefined;
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isLost) near.destroy();
      else if (mode !== 'deaf') near.write(bytes);
    });
    for (const socket of [near, far]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
    follow(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Invariant: a line listens on a port');
  const cut = (): void => {
    for (const { near, far } of pairs) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: address.port,
    set: (next) => {
      mode = next;
      for (const pair of pairs) follow(pair);
    },
    loseAnswerTo: (text) => {
      lost = text;
    },
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
