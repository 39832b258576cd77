import type { Duplex } from 'node:stream';
import { type ClientMessage, clientMessage, STREAM_BACKLOG_MAX_BYTES } from '@tarazu/protocol';
import type { WebSocket } from 'ws';
import type { Session } from '#ports.ts';
import type { FrameBuilder } from '#stream/frame-builder.ts';

/**
 * More than this in a second is not a person with an app: a
 * message counts one, and one more for each 500 characters of it.
 */
const MESSAGES_A_SECOND_MAX = 50;
const MESSAGE_LENGTH = 500;
export const CLOSE_TOO_FAST = 1008;
const CLOSE_TRY_AGAIN = 1013;

export interface ConnectionHandlers {
  /** One at a time: the next message waits until this one is answered. */
  onMessage(connection: Connection, message: ClientMessage): Promise<void>;
  onClose(connection: Connection): void;
}

export interface Opened {
  readonly socket: WebSocket;
  /** Line of the socket, to which shared frames are written as they are, where the socket would copy each. */
  readonly line: Duplex;
  readonly address: string;
  /** The empty draft of the moment. */
  readonly start: () => FrameBuilder;
}

/** One reader of the stream: bounded in what it may ask and in what may wait for it. */
export class Connection {
  readonly topics = new Set<string>();
  session: Session | undefined;
  isAlive = true;
  readonly address: string;
  readonly #socket: WebSocket;
  readonly #line: Duplex;
  readonly #start: () => FrameBuilder;
  readonly #handlers: ConnectionHandlers;
  #answered: Promise<void> = Promise.resolve();
  /** The frame that has gathered since the last flush; undefined is nothing. */
  #draft: FrameBuilder | undefined;
  #messagesThisSecond = 0;
  #second = 0;

  constructor(opened: Opened, handlers: ConnectionHandlers) {
    const { socket, line, address, start } = opened;
    this.address = address;
    this.#socket = socket;
    this.#line = line;
    this.#handlers = handlers;
    this.#start = start;
    socket.on('message', (data, isBinary) => {
      if (!this.isOpen) return;
      const text = String(data);
      if (isBinary || this.#isTooFast(text.length)) return socket.close(CLOSE_TOO_FAST);
      this.#answer(readMessage(text));
    });
    socket.on('pong', () => {
      this.isAlive = true;
    });
    // A fault of a connection (a message too long, a line that broke) also closes it, with its own code.
    socket.on('error', () => undefined);
    socket.on('close', () => handlers.onClose(this));
  }

  /** The bytes that have been sent and not read. */
  get backlogBytes(): number {
    return this.#line.writableLength;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  /** Puts a message into the next frame. */
  enqueue(text: string): void {
    if (this.isOpen) this.#draft = (this.#draft ?? this.#start()).with(text);
  }

  /** Sends what has gathered as one frame; a reader that does not read is let go, and resumes later. */
  flush(): void {
    const draft = this.#draft;
    if (draft === undefined) return;
    this.#draft = undefined;
    if (!this.isOpen) return;
    if (this.backlogBytes > STREAM_BACKLOG_MAX_BYTES) this.#socket.close(CLOSE_TRY_AGAIN);
    else this.#line.write(draft.frame());
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

  /**
   * Answers in the order of asking: a subscription sent
   * right behind a token is made with that token's session.
   */
  #answer(message: ClientMessage | undefined): void {
    this.#answered = this.#answered
      .then(async () => {
        if (!this.isOpen) return;
        if (message !== undefined) return await this.#handlers.onMessage(this, message);
        this.enqueue(JSON.stringify({ type: 'refused', reason: 'INVALID_INPUT' }));
        this.flush();
      })
      // A service that the answer needed is away (the database behind a token): the client comes back in a
      // while.
      .catch(() => this.#socket.close(CLOSE_TRY_AGAIN));
  }

  #isTooFast(length: number): boolean {
    const second = Math.floor(performance.now() / 1_000);
    const before = second === this.#second ? this.#messagesThisSecond : 0;
    this.#messagesThisSecond = before + 1 + length / MESSAGE_LENGTH;
    this.#second = second;
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
