import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LogHead } from '@tarazu/core/proof';
import type { AccountId, Environment } from '@tarazu/core/values';
import {
  type ClientMessage,
  STREAM_PATH,
  STREAM_TOPICS_MAX,
  type Ticker,
  type Trade,
} from '@tarazu/protocol';
import { WebSocketServer } from 'ws';
import { refuseUpgrade } from '#gateway/upgrade.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { EngineEvent, EnginePort, MarketPort, Session } from '#ports.ts';
import { letGoOfSlowest } from '#stream/backlog.ts';
import { ChangeTracker } from '#stream/change-tracker.ts';
import { CLOSE_TOO_FAST, Connection, type Opened } from '#stream/connection.ts';
import { FrameBuilder } from '#stream/frame-builder.ts';
import { ownChanges, ownWritten, type Written } from '#stream/own.ts';
import { SnapshotQueue } from '#stream/snapshot-queue.ts';
import { SocketCounts } from '#stream/socket-counts.ts';
import type { Topic } from '#stream/topic.ts';
import {
  bookMessage,
  keyOf,
  makeTopic,
  type Subject,
  subjectOf,
  type TopicServices,
} from '#stream/topics.ts';
import { WrongTokens } from '#stream/wrong-tokens.ts';

export interface StreamOptions {
  /** Source of its connections; gives the way to stop. */
  readonly onUpgrade: (
    listener: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
  ) => () => void;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly heads: {
    newest(): LogHead | undefined;
    onHead(listener: (head: LogHead) => void): () => void;
  };
  readonly clock: Clock;
  readonly findSession: (
    token: string,
  ) => Session | 'unknown' | 'closed' | Promise<Session | 'unknown' | 'closed'>;
  readonly onSessionEnded: (
    listener: (ended: { readonly sessionId: string; readonly environment: Environment }) => void,
  ) => () => void;
  /** Called after an account got a personal notice or message; gives the way to stop. */
  readonly onWritten: (listener: (account: AccountId, written: Written) => void) => () => void;
  /** Whether the page that opens the connection is somebody else's. */
  readonly isForeign: (request: IncomingMessage) => boolean;
  /** The address that opens the connection. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Connections that one address may have open. */
  readonly socketsPerAddress: number;
  readonly onSockets?: (count: number) => void;
}

export interface Stream {
  close(): Promise<void>;
}

/** Time between flushes of prices, which screens move four times a second; own changes go out at once. */
const FLUSH_MS = 250;
const ALIVE_MS = 30_000;
const SOCKETS_MAX = 20_000;
/** Unread bytes of all readers together, each up to a megabyte, beyond which the largest is let go. */
const BACKLOG_BYTES_MAX = 256 * 1_048_576;
const MESSAGE_BYTES_MAX = 65_536;
const CLOSE_GOING_AWAY = 1001;
/** A reader that does not answer the goodbye is not waited for longer. */
const GOODBYE_MS = 1_000;

export function openStream(options: StreamOptions): Stream {
  return new Hub(options);
}

interface Live {
  readonly topic: Topic;
  readonly subject: Subject;
  readonly environment: Environment;
  readonly letGo: () => void;
}

class Hub implements Stream {
  readonly #options: StreamOptions;
  readonly #services: TopicServices;
  readonly #sockets: WebSocketServer;
  readonly #connections = new Set<Connection>();
  readonly #live = new Map<string, Live>();
  readonly #counts: SocketCounts;
  readonly #wrongTokens = new WrongTokens();
  readonly #quiet = new ChangeTracker(() => performance.now());
  readonly #snapshots = new SnapshotQueue<Connection>({
    join: (connection, name, lastNumber) => this.#join(connection, name, lastNumber),
    flush: (connection) => connection.flush(),
  });
  readonly #changedBooks = new Set<string>();
  readonly #newTrades = new Map<string, Trade[]>();
  readonly #stops: (() => void)[] = [];
  /** The beginning of all that is sent from now to the next flush, the same for all. */
  #emptyFrame = FrameBuilder.empty();

  constructor(options: StreamOptions) {
    const { engine, market, heads, clock } = options;
    this.#options = options;
    this.#counts = new SocketCounts(options.socketsPerAddress);
    this.#services = {
      engine,
      market,
      newestHead: heads.newest,
      nowMs: () => clock.nowMs(),
      unchangedForMs: (account) => this.#quiet.unchangedForMs(account),
    };
    this.#sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
    const flushing = setInterval(() => this.#flush(), FLUSH_MS);
    const checking = setInterval(() => this.#checkAlive(), ALIVE_MS);
    this.#stops.push(
      options.onUpgrade((request, socket, head) => this.#upgrade(request, socket, head)),
      () => clearInterval(flushing),
      () => clearInterval(checking),
      () => this.#snapshots.stop(),
      engine.onEvents((events) => this.#onEvents(events)),
      market.onTickers((changed) => this.#tickers(changed)),
      market.onTrades((id, list) => this.#trades(`trades:${id}`, list)),
      market.onCandle((id, interval, candle) =>
        this.#live.get(`candles:${id}:${interval}`)?.topic.publish({ type: 'candles', candle }),
      ),
      heads.onHead((head) => this.#live.get('heads')?.topic.publish({ type: 'heads', head })),
      options.onSessionEnded((ended) => this.#signOut(ended)),
      options.onWritten((account, written) => {
        this.#quiet.changed(account);
        this.#tellOwn(account, ownWritten(written));
      }),
    );
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    for (const connection of this.#connections) connection.close(CLOSE_GOING_AWAY);
    const ending = setTimeout(() => {
      for (const connection of this.#connections) connection.terminate();
    }, GOODBYE_MS);
    await new Promise<void>((resolve) => this.#sockets.close(() => resolve()));
    clearTimeout(ending);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = (request.url ?? '').split('?')[0];
    if (path !== STREAM_PATH) refuseUpgrade(socket, 404);
    else if (this.#options.isForeign(request)) refuseUpgrade(socket, 403);
    else if (this.#connections.size >= SOCKETS_MAX) refuseUpgrade(socket, 503);
    // Anyone who has left on the way here must not be counted: nobody would tell that it left.
    else if (!socket.destroyed) {
      const address = this.#options.addressOf(request);
      const giveBack = this.#counts.take(address);
      if (giveBack === undefined) {
        refuseUpgrade(socket, 429);
        return;
      }
      // Whether it becomes a stream or breaks before that.
      socket.once('close', giveBack);
      this.#sockets.handleUpgrade(request, socket, head, (opened) =>
        this.#open({ socket: opened, line: socket, address }),
      );
    }
  }

  #open(reader: Omit<Opened, 'start'>): void {
    const handlers = {
      onMessage: (connection: Connection, message: ClientMessage) => this.#answer(connection, message),
      onClose: (connection: Connection) => this.#drop(connection),
    };
    const connection = new Connection({ ...reader, start: () => this.#emptyFrame }, handlers);
    this.#connections.add(connection);
    this.#options.onSockets?.(this.#connections.size);
    connection.enqueue(
      JSON.stringify({ type: 'hello', serverTimeMs: this.#services.nowMs(), session: randomUUID() }),
    );
    connection.flush();
  }

  async #answer(connection: Connection, message: ClientMessage): Promise<void> {
    switch (message.type) {
      case 'auth':
        await this.#authenticate(connection, message.token);
        break;
      case 'subscribe':
        for (const name of message.topics)
          if (!connection.topics.has(name)) this.#subscribe(connection, name, undefined);
        break;
      case 'unsubscribe':
        for (const name of message.topics) this.#unsubscribe(connection, name);
        break;
      case 'resume':
        this.#subscribe(connection, message.topic, message.lastNumber);
        break;
      case 'ping':
        connection.enqueue(JSON.stringify({ type: 'pong', serverTimeMs: this.#services.nowMs() }));
    }
    connection.flush();
    this.#snapshots.start();
  }

  /** Another session makes environment and account topics mean something else, so those are let go first. */
  async #authenticate(connection: Connection, token: string): Promise<void> {
    const found = await this.#options.findSession(token);
    if (!this.#connections.has(connection)) return;
    for (const name of [...connection.topics])
      if (name === 'own' || name.startsWith('book:')) this.#unsubscribe(connection, name);
    connection.session = typeof found === 'string' ? undefined : found;
    const answer = connection.session
      ? { type: 'authed', environment: connection.session.environment }
      : { type: 'signedOut' };
    connection.enqueue(JSON.stringify(answer));
    const isWrong = connection.session === undefined;
    if (isWrong && this.#wrongTokens.isOver(connection, performance.now())) connection.close(CLOSE_TOO_FAST);
  }

  /** A subscription begins when its turn has come; asked for again it is nothing new. */
  #subscribe(connection: Connection, name: string, lastNumber: number | undefined): void {
    const subject = subjectOf(name);
    const key = subject && keyOf(name, subject, connection.session);
    const reason = this.#refusalOf(connection, { name, subject, key });
    if (reason !== undefined) {
      connection.enqueue(JSON.stringify({ type: 'refused', reason, topic: name }));
      return;
    }
    connection.topics.add(name);
    this.#snapshots.add(connection, name, lastNumber);
  }

  /** Tells a topic from its beginning, or from a number on, and every change of it from now. */
  #join(connection: Connection, name: string, lastNumber: number | undefined): void {
    const subject = subjectOf(name);
    const key = subject && keyOf(name, subject, connection.session);
    if (subject === undefined || key === undefined) return;
    const { environment = 'real', accountId } = connection.session ?? {};
    const live = this.#live.get(key) ?? this.#start(key, { name, subject, environment, account: accountId });
    // Trades that wait for the next flush stand in the snapshot already: they go out before the new reader
    // comes in.
    this.#publishTrades(key);
    live.topic.subscribers.add(connection);
    if (lastNumber === undefined) live.topic.sendSnapshot(connection);
    else live.topic.resume(connection, lastNumber);
  }

  #refusalOf(
    connection: Connection,
    wanted: { name: string; subject: Subject | undefined; key: string | undefined },
  ): string | undefined {
    const { name, subject, key } = wanted;
    if (subject === undefined) return 'INVALID_INPUT';
    if (key === undefined) return 'SIGN_IN_NEEDED';
    if (!this.#isListed(subject)) return 'INSTRUMENT_UNKNOWN';
    return !connection.topics.has(name) && connection.topics.size >= STREAM_TOPICS_MAX
      ? 'RATE_LIMITED'
      : undefined;
  }

  /** An index has a value and candles; it has no book and no tape. */
  #isListed(subject: Subject): boolean {
    if (!('instrumentId' in subject)) return true;
    const listing = this.#options.market.listing(subject.instrumentId);
    return (
      listing !== undefined &&
      (listing.kind !== 'index' || (subject.kind !== 'book' && subject.kind !== 'trades'))
    );
  }

  #start(
    key: string,
    of: { name: string; subject: Subject; environment: Environment; account: AccountId | undefined },
  ): Live {
    const { market } = this.#options;
    const { subject } = of;
    if ('instrumentId' in subject) market.watch(subject.instrumentId);
    const letGo =
      subject.kind === 'candles'
        ? market.watchCandles(subject.instrumentId, subject.interval)
        : () => undefined;
    const live = {
      ...of,
      topic: makeTopic(of.name, subject, {
        services: this.#services,
        environment: of.environment,
        account: of.account,
      }),
      letGo,
    };
    this.#live.set(key, live);
    return live;
  }

  #unsubscribe(connection: Connection, name: string): void {
    const subject = subjectOf(name);
    const key = subject && keyOf(name, subject, connection.session);
    connection.topics.delete(name);
    this.#snapshots.remove(connection, name);
    const live = key === undefined ? undefined : this.#live.get(key);
    if (live === undefined || key === undefined) return;
    live.topic.subscribers.delete(connection);
    // One's own topic is kept while its reader is away for a moment, so that it can resume.
    if (live.topic.subscribers.size > 0 || live.subject.kind === 'own') return;
    live.letGo();
    this.#live.delete(key);
  }

  #drop(connection: Connection): void {
    for (const name of [...connection.topics]) this.#unsubscribe(connection, name);
    this.#snapshots.drop(connection);
    this.#connections.delete(connection);
    this.#options.onSockets?.(this.#connections.size);
  }

  #onEvents(events: readonly EngineEvent[]): void {
    for (const { applied } of events) {
      for (const { instrumentId, environment } of applied.books) {
        const key = `book:${instrumentId}@${environment}`;
        if (this.#live.has(key)) this.#changedBooks.add(key);
      }
    }
    // Asked of every account that a batch has changed, whether anybody listens or not.
    const isHeard = (account: AccountId) => {
      this.#quiet.changed(account);
      return this.#live.has(`own@${account}`);
    };
    for (const [account, message] of ownChanges(events, this.#options.market, isHeard))
      this.#tellOwn(account, { ...message });
  }

  #tellOwn(account: AccountId, message: Record<string, unknown>): void {
    const topic = this.#live.get(`own@${account}`)?.topic;
    topic?.publish(message);
    for (const connection of topic?.subscribers ?? []) connection.flush();
  }

  #tickers(changed: readonly Ticker[]): void {
    this.#live.get('tickers')?.topic.publish({ type: 'tickers', list: changed });
    for (const ticker of changed)
      this.#live.get(`ticker:${ticker.instrumentId}`)?.topic.publish({ type: 'tickers', list: [ticker] });
  }

  /** Many batches in one flush make one message, newest trade first. */
  #trades(key: string, list: readonly Trade[]): void {
    if (this.#live.has(key)) this.#newTrades.set(key, [...list, ...(this.#newTrades.get(key) ?? [])]);
  }

  #publishTrades(key: string): void {
    const list = this.#newTrades.get(key);
    if (list !== undefined) this.#live.get(key)?.topic.publish({ type: 'trades', list });
    this.#newTrades.delete(key);
  }

  #flush(): void {
    for (const key of [...this.#newTrades.keys()]) this.#publishTrades(key);
    for (const key of this.#changedBooks) {
      const live = this.#live.get(key);
      if (live === undefined || !('instrumentId' in live.subject)) continue;
      const message = bookMessage(this.#services, live.subject.instrumentId, live.environment);
      if (message) live.topic.publish(message);
    }
    this.#changedBooks.clear();
    letGoOfSlowest(this.#connections, BACKLOG_BYTES_MAX);
    for (const connection of this.#connections) connection.flush();
    this.#emptyFrame = FrameBuilder.empty();
  }

  #checkAlive(): void {
    this.#quiet.forget();
    for (const connection of this.#connections) connection.checkAlive();
    for (const { subject } of this.#live.values())
      if ('instrumentId' in subject) this.#options.market.watch(subject.instrumentId);
    for (const [key, live] of this.#live)
      if (live.subject.kind === 'own' && live.topic.subscribers.size === 0) this.#live.delete(key);
  }

  #signOut(ended: { readonly sessionId: string; readonly environment: Environment }): void {
    for (const connection of this.#connections) {
      if (
        connection.session?.sessionId !== ended.sessionId ||
        connection.session.environment !== ended.environment
      )
        continue;
      for (const name of [...connection.topics])
        if (name === 'own' || name.startsWith('book:')) this.#unsubscribe(connection, name);
      connection.session = undefined;
      connection.enqueue(JSON.stringify({ type: 'signedOut' }));
      connection.flush();
    }
  }
}
