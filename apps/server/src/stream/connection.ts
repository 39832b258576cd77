import { clientMessage, type ClientMessage, STREAM_BACKLOG_MAX_BYTES } from '@tarazu/protocol';
import type { WebSocket } from 'ws';
import type { Session } from '#ports.ts';

/** More messages than this in a second is not a person with an app. */
const MESSAGES_A_SECOND_MAX = 50;
const CLOSE_TOO_FAST = 1008;
const CLOSE_TOO_SLOW = 1013;

export interface ConnectionHandlers {
  onMessage(connection: Connection, message: ClientMessage): void;
  onClose(connection: Connection): void;
}

/** One reader of the stream: bounded in what it may ask and in what may wait for it. */
export class Connection {
  readonly topics = new Set<string>();
  session: Session | undefined;
  isAlive = true;
  readonly #socket: WebSocket;
  #outbox: string[] = [];
  #messagesThisSecond = 0;
  #secondMs = 0;

  constructor(socket: WebSocket, handlers: ConnectionHandlers, nowMs: () => number) {
    this.#socket = socket;
    socket.on('message', (data, isBinary) => {
      if (isBinary || this.#isTooFast(nowMs())) return socket.close(CLOSE_TOO_FAST);
      const message = readMessage(String(data));
      if (message === undefined) this.enqueue(JSON.stringify({ type: 'refused', reason: 'INVALID_INPUT' }));
      else handlers.onMessage(this, message);
    });
    socket.on('pong', () => {
      this.isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => handlers.onClose(this));
  }

  /** Puts a message into the next frame. */
  enqueue(text: string): void {
    this.#outbox.push(text);
  }

  /** Sends what has gathered as one frame. A reader that does not read is let go: it resumes when it comes back. */
  flush(): void {
    if (this.#outbox.length === 0) return;
    const frame = `[${this.#outbox.join()}]`;
    this.#outbox = [];
    if (this.#socket.bufferedAmount > STREAM_BACKLOG_MAX_BYTES) return this.#socket.close(CLOSE_TOO_SLOW);
    this.#socket.send(frame);
  }

  /** Asks for a sign of life; who gave none since the last time is gone. */
  checkAlive(): void {
    if (!this.isAlive) return this.#socket.terminate();
    this.isAlive = false;
    this.#socket.ping();
  }

  close(code: number): void {
    this.flush();
    this.#socket.close(code);
  }

  #isTooFast(nowMs: number): boolean {
    const second = Math.floor(nowMs / 1000);
    this.#messagesThisSecond = second === this.#secondMs ? this.#messagesThisSecond + 1 : 1;
    this.#secondMs = second;
    return this.#messagesThisSecond > MESSAGES_A_SECOND_MAX;
  }
}

function readMessage(text: string): ClientMessage | undefined {
  const value = parsed(text);
  const read = clientMessage.safeParse(value);
  return read.success ? read.data : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is one more way of not being a message: the schema refuses undefined.
    return undefined;
  }
}
