import assert from 'node:assert/strict';
import { type ClientMessage, type ServerMessage, STREAM_PATH, serverMessage } from '@tarazu/protocol';
import { WebSocket } from 'ws';
import type { TestApp } from '#test-app.ts';

type Of<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>;
export type TopicMessage = Extract<ServerMessage, { topic: string; number: number; snapshot: boolean }>;

/** A real connection to the stream of a server: every message is compared with its schema. For tests. */
export class Reader {
  readonly socket: WebSocket;
  /** The messages that came together, in order. */
  readonly frames: ServerMessage[][] = [];
  readonly closed: Promise<number>;
  readonly #waiting = new Set<() => void>();

  constructor(app: { readonly port: number }, headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(`ws://127.0.0.1:${app.port}${STREAM_PATH}`, { headers });
    this.socket.on('message', (data) => {
      const frame: unknown = JSON.parse(String(data));
      assert.ok(Array.isArray(frame));
      this.frames.push(frame.map((message) => serverMessage.parse(message)));
      for (const look of this.#waiting) look();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on('close', (code) => resolve(code));
    });
  }

  get messages(): ServerMessage[] {
    return this.frames.flat();
  }

  /** Messages of a topic, in order. */
  of(topic: string): TopicMessage[] {
    return this.messages.filter(
      (message): message is TopicMessage => 'snapshot' in message && message.topic === topic,
    );
  }

  say(message: ClientMessage): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The first thing that a look at what has come finds. */
  async find<Found>(look: () => Found | undefined): Promise<Found> {
    return await new Promise((resolve) => {
      const again = () => {
        const found = look();
        if (found === undefined) return;
        this.#waiting.delete(again);
        resolve(found);
      };
      this.#waiting.add(again);
      again();
    });
  }

  /** The n-th message of a type. */
  type<Type extends ServerMessage['type']>(type: Type, nth = 1): Promise<Of<Type>> {
    return this.find(
      () => this.messages.filter((message): message is Of<Type> => message.type === type)[nth - 1],
    );
  }

  /** At least so many messages of a topic. */
  count(topic: string, count: number): Promise<TopicMessage[]> {
    return this.find(() => {
      const found = this.of(topic);
      return found.length >= count ? found : undefined;
    });
  }

  close(): Promise<number> {
    this.socket.close();
    return this.closed;
  }
}

/** Opens a connection, with a token where it is somebody's. */
export async function openReader({ app }: Pick<TestApp, 'app'>, token?: string): Promise<Reader> {
  const reader = new Reader(app);
  await reader.type('hello');
  if (token === undefined) return reader;
  reader.say({ type: 'auth', token });
  await reader.type('authed');
  return reader;
}
