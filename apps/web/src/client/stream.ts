import type { ClientMessage, ServerMessage } from '@tarazu/protocol';
import { backoffMs } from './backoff.ts';

/** A message that belongs to a topic and carries that topic's number. */
export type TopicMessage = Extract<ServerMessage, { topic: string; number: number; snapshot: boolean }>;

/**
 * `idle`: nobody asked for anything. `lost`: the connection broke and is tried again. `paused`: nobody looks.
 */
export type StreamPhase = 'idle' | 'connecting' | 'open' | 'lost' | 'paused';

export interface StreamStatus {
  readonly phase: StreamPhase;
  readonly sinceMs: number;
}

export interface Restored {
  readonly lostForMs: number;
}

/** The part of a WebSocket that is used, so that a test can stand in for the network. */
export interface SocketLike {
  send(data: string): void;
  close(): void;
  onopen: (() => void) | null;
  onclose: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
}

export interface StreamOptions {
  open: () => SocketLike;
  /** The token of the current environment; `own` and the environment's books need it. */
  token: () => string | undefined;
  nowMs: () => number;
  chance: () => number;
}

interface Topic {
  readonly listeners: Set<(message: TopicMessage) => void>;
  /** The last number seen; unknown until the first message. */
  number: number | undefined;
  /** A gap was seen and what is missing was asked for. */
  isCatchingUp: boolean;
}

export const OWN_TOPIC = 'own';
const PING_EVERY_MS = 20_000;
const SILENCE_MAX_MS = 45_000;
const AUTH_ANSWER_MS_MAX = 5_000;

/**
 * One connection for the whole app: topics counted by their
 * listeners, numbers checked, broken connections mended.
 */
export class Stream {
  readonly #options: StreamOptions;
  readonly #topics = new Map<string, Topic>();
  readonly #statusListeners = new Set<() => void>();
  readonly #restoredListeners = new Set<(restored: Restored) => void>();
  readonly #signedOutListeners = new Set<() => void>();
  #status: StreamStatus;
  #socket: SocketLike | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pinging: ReturnType<typeof setInterval> | undefined;
  /** Runs while a token is sent and not answered. */
  #authenticating: ReturnType<typeof setTimeout> | undefined;
  #attempt = 0;
  #heardAtMs = 0;
  #lostAtMs: number | undefined;
  #clockOffsetMs: number | undefined;

  constructor(options: StreamOptions) {
    this.#options = options;
    this.#status = { phase: 'idle', sinceMs: options.nowMs() };
  }

  status = (): StreamStatus => this.#status;

  /** The server's clock minus this device's. */
  clockOffsetMs = (): number => this.#clockOffsetMs ?? 0;

  /** The time on the server's clock; undefined until the server has told it. */
  serverNowMs = (): number | undefined =>
    this.#clockOffsetMs === undefined ? undefined : this.#options.nowMs() + this.#clockOffsetMs;

  onStatus = (listener: () => void): (() => void) => added(this.#statusListeners, listener);
  onRestored = (listener: (restored: Restored) => void): (() => void) =>
    added(this.#restoredListeners, listener);
  onSignedOut = (listener: () => void): (() => void) => added(this.#signedOutListeners, listener);

  /** Listens to a topic; the first listener subscribes it, the last one to leave unsubscribes it. */
  subscribe(name: string, listener: (message: TopicMessage) => void): () => void {
    const known = this.#topics.get(name);
    const topic = known ?? { listeners: new Set(), number: undefined, isCatchingUp: false };
    topic.listeners.add(listener);
    if (known === undefined) {
      this.#topics.set(name, topic);
      this.#subscribed(name);
    }
    return () => this.#leave(name, listener);
  }

  /** Nobody looks: the connection is closed and nothing is lost, because all is read again on return. */
  pause(): void {
    if (this.#status.phase === 'idle' || this.#status.phase === 'paused') return;
    this.#drop();
    this.#say('paused');
  }

  resume(): void {
    if (this.#status.phase !== 'paused' && this.#status.phase !== 'lost') return;
    this.#drop();
    this.#connect();
  }

  /** Another token or environment: begin again, because a book follows the environment. */
  restart(): void {
    if (this.#status.phase === 'idle' || this.#status.phase === 'paused') return;
    for (const topic of this.#topics.values()) topic.number = undefined;
    this.#drop();
    this.#connect();
  }

  #subscribed(name: string): void {
    if (this.#status.phase === 'idle') this.#connect();
    else if (this.#status.phase === 'open') this.#send({ type: 'subscribe', topics: [name] });
  }

  #leave(name: string, listener: (message: TopicMessage) => void): void {
    const topic = this.#topics.get(name);
    if (topic === undefined || !topic.listeners.delete(listener) || topic.listeners.size > 0) return;
    this.#topics.delete(name);
    if (this.#status.phase === 'open') this.#send({ type: 'unsubscribe', topics: [name] });
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#say(this.#lostAtMs === undefined ? 'connecting' : 'lost');
    const socket = this.#options.open();
    this.#socket = socket;
    socket.onopen = () => this.#opened(socket);
    socket.onmessage = (event) => this.#received(event.data);
    socket.onclose = () => this.#closed(socket);
  }

  /**
   * Topics of an environment mean nothing before the server knows whose they are: they wait for its `authed`.
   */
  #opened(socket: SocketLike): void {
    this.#heardAtMs = this.#options.nowMs();
    this.#pinging = setInterval(() => this.#ping(socket), PING_EVERY_MS);
    const token = this.#options.token();
    if (token === undefined) {
      this.#subscribeAll();
      return;
    }
    this.#send({ type: 'auth', token });
    // A socket without an answer subscribes nothing: it is closed, and a new connection asks again.
    this.#authenticating = setTimeout(() => this.#closed(socket), AUTH_ANSWER_MS_MAX);
  }

  /**
   * Subscriptions after a restart, by which each topic's numbers
   * begin anew; one's own account goes on where it stopped.
   */
  #subscribeAll(): void {
    clearTimeout(this.#authenticating);
    this.#attempt = 0;
    this.#say('open');
    const fresh: string[] = [];
    for (const [name, topic] of this.#topics) {
      const lastNumber = topic.number;
      topic.number = undefined;
      topic.isCatchingUp = false;
      if (name === OWN_TOPIC && lastNumber !== undefined)
        this.#send({ type: 'resume', topic: name, lastNumber });
      else fresh.push(name);
    }
    if (fresh.length > 0) this.#send({ type: 'subscribe', topics: fresh });
    this.#tellRestored();
  }

  #tellRestored(): void {
    if (this.#lostAtMs === undefined) return;
    const restored = { lostForMs: this.#options.nowMs() - this.#lostAtMs };
    this.#lostAtMs = undefined;
    for (const listener of this.#restoredListeners) listener(restored);
  }

  /** A connection that says nothing, not even to a ping, is dead although nobody closed it. */
  #ping(socket: SocketLike): void {
    const silentForMs = this.#options.nowMs() - this.#heardAtMs;
    if (silentForMs > SILENCE_MAX_MS) this.#closed(socket);
    else this.#send({ type: 'ping' });
  }

  #closed(socket: SocketLike): void {
    if (socket !== this.#socket) return;
    this.#drop();
    this.#lostAtMs ??= this.#options.nowMs();
    this.#say('lost');
    this.#timer = setTimeout(() => this.#connect(), backoffMs(this.#attempt, this.#options.chance()));
    this.#attempt += 1;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#authenticating);
    clearInterval(this.#pinging);
    const socket = this.#socket;
    this.#socket = undefined;
    if (socket === undefined) return;
    socket.onopen = null;
    socket.onmessage = null;
    socket.onclose = null;
    socket.close();
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #received(data: unknown): void {
    if (typeof data !== 'string') return;
    this.#heardAtMs = this.#options.nowMs();
    const frame: ServerMessage | readonly ServerMessage[] = JSON.parse(data);
    for (const message of isList(frame) ? frame : [frame]) this.#take(message);
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'hello':
        this.#clockOffsetMs = message.serverTimeMs - this.#options.nowMs();
        return;
      case 'authed':
        this.#subscribeAll();
        return;
      case 'signedOut':
        if (this.#status.phase !== 'open') this.#subscribeAll();
        for (const listener of this.#signedOutListeners) listener();
        return;
      case 'resumed':
        this.#resumed(message);
        return;
      case 'pong':
      case 'refused':
        return;
      default:
        this.#deliver(message);
    }
  }

  /** All that was missed has come: what comes next follows this number. */
  #resumed({ topic: name, number }: Extract<ServerMessage, { type: 'resumed' }>): void {
    const topic = this.#topics.get(name);
    if (topic === undefined) return;
    topic.number = number;
    topic.isCatchingUp = false;
  }

  #deliver(message: TopicMessage): void {
    const topic = this.#topics.get(message.topic);
    if (topic === undefined) return;
    const expected = topic.number === undefined ? message.number : topic.number + 1;
    if (!message.snapshot && message.number < expected) return;
    if (!message.snapshot && message.number > expected) {
      if (!topic.isCatchingUp) this.#send({ type: 'resume', topic: message.topic, lastNumber: expected - 1 });
      topic.isCatchingUp = true;
      return;
    }
    topic.isCatchingUp = false;
    topic.number = message.number;
    for (const listener of topic.listeners) listener(message);
  }

  #say(phase: StreamPhase): void {
    if (this.#status.phase === phase) return;
    this.#status = { phase, sinceMs: this.#options.nowMs() };
    for (const listener of this.#statusListeners) listener();
  }
}

function isList(frame: ServerMessage | readonly ServerMessage[]): frame is readonly ServerMessage[] {
  return Array.isArray(frame);
}

function added<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
