import { type ClientMessage, clientMessage, STREAM_BACKLOG_MAX_BYTES } from '@tarazu/protocol';
import type { WebSocket } from 'ws';
import type { Session } from '#ports.ts';

/** More messages than this in a second is not a person with an app. */
const MESSAGES_A_SECOND_MAX = 50;
const CLOSE_TOO_FAST = 1008;
const CLOSE_TRY_AGAIN = 1013;

export interface ConnectionHandlers {
  /** One at a time: the next message waits until this one is answered. */
  onMessage(connection: Connection, message: ClientMessage): Promise<void>;
  onClose(connection: Connection): void;
}

/** One reader of the stream: bounded in what it may ask and in what may wait for it. */
export class Connection {
  readonly topics = new Set<string>();
  session: Session | undefined;
  isAlive = true;
  readonly #socket: WebSocket;
  readonly #handlers: ConnectionHandlers;
  #answered: Promise<void> = Promise.resolve();
  #outbox: string[] = [];
  #messagesThisSecond = 0;
  #secondMs = 0;

  constructor(socket: WebSocket, handlers: ConnectionHandlers, nowMs: () => number) {
    this.#socket = socket;
    this.#handlers = handlers;
    socket.on('message', (data, isBinary) => {
      if (!this.isOpen) return;
      if (isBinary || this.#isTooFast(nowMs())) return socket.close(CLOSE_TOO_FAST);
      this.#answer(readMessage(String(data)));
    });
    socket.on('pong', () => {
      this.isAlive = true;
    });
    // What is wrong with a connection (a message too long, a line that broke) also closes it, with its own code.
    socket.on('error', () => undefined);
    socket.on('close', () => handlers.onClose(this));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Puts a message into the next frame. */
  enqueue(text: string): void {
    if (this.isOpen) this.#outbox.push(text);
  }

  /** Sends what has gathered as one frame. A reader that does not read is let go: it resumes when it comes back. */
  flush(): void {
    if (this.#outbox.length === 0) return;
    const frame = `[${this.#outbox.join()}]`;
    this.#outbox = [];
    if (this.#socket.bufferedAmount > STREAM_BACKLOG_MAX_BYTES) this.#socket.close(CLOSE_TRY_AGAIN);
    else this.#socket.send(frame);
  }

  /** Asks for a sign of life; who gave none since the last time is gone. */
  checkAlive(): void {
    if (!this.isAlive) {
      this.#socket.terminate();
      return;
    }
    this.isAlive = false;
    this.#socket.ping();
  }

  close(code: number): void {
    this.flush();
    this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Answers in the order of asking: a subscription sent right behind a token is made with that token's session. */
  #answer(message: ClientMessage | undefined): void {
    this.#answered = this.#answered
      .then(async () => {
        if (!this.isOpen) return;
        if (message !== undefined) return await this.#handlers.onMessage(this, message);
        this.enqueue(JSON.stringify({ type: 'refused', reason: 'INVALID_INPUT' }));
        this.flush();
      })
      // What the answer needed is away (the database behind a token): the client comes back in a while.
      .catch(() => this.#socket.close(CLOSE_TRY_AGAIN));
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
