import { MINUTE_MS } from '@tarazu/core/values';
import type { RawBar } from '#market/history/raw-bar.ts';
import { POINTS_A_MINUTE, priceInsideBar } from '#market/model/inside-bar.ts';
import { LruMap } from '#market/model/lru.ts';
import { bitsAt, streamKey } from '#market/model/random.ts';
import { expandBar } from '#market/recorded/expand-bar.ts';
import { type PackBars, type PackManifest, readBars } from '#market/recorded/pack.ts';
import { sessionMinutes, sessionStartMs } from '#market/recorded/replay-clock.ts';
import { dayOf } from '#platform/time/days.ts';
import { dayZoneOf } from '#products/list.ts';

/**
 * The recorded minute of a session; minutes without a
 * trade are absent. Lots are in units of the volume scale.
 */
export type SessionMinutes = readonly (RawBar | undefined)[];

interface SessionRows {
  readonly pack: number;
  readonly firstRow: number;
  readonly rowCount: number;
}

const SESSIONS_KEPT_MAX = 24;

/**
 * All packs of one symbol as one series of sessions. Minutes win over coarser bars where both recorded a day.
 */
export class RecordedSeries {
  readonly manifests: readonly PackManifest[];
  readonly main: PackManifest;
  readonly #folder: string;
  readonly #seed: number;
  readonly #bars = new Map<number, PackBars>();
  #sessions: ReadonlyMap<number, SessionRows> | undefined;
  #days: readonly number[] | undefined;
  readonly #minutes = new LruMap<number, SessionMinutes>(SESSIONS_KEPT_MAX);

  constructor(setting: { folder: string; seed: number; manifests: readonly PackManifest[] }) {
    this.#folder = setting.folder;
    this.#seed = setting.seed;
    this.manifests = [...setting.manifests].sort(
      (a, b) => a.intervalMinutes - b.intervalMinutes || a.name.localeCompare(b.name),
    );
    const main = this.manifests[0];
    if (main === undefined) throw new Error('Condition: a series has a pack');
    this.main = main;
  }

  /** Recorded days in ascending order. */
  get days(): readonly number[] {
    this.#days ??= [...this.#sessionMap().keys()].sort((a, b) => a - b);
    return this.#days;
  }

  hasDay(day: number): boolean {
    return this.#sessionMap().has(day);
  }

  /** The last recorded day before a day. */
  dayBefore(day: number): number | undefined {
    let low = 0;
    let high = this.days.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.days[middle] ?? day) < day) low = middle + 1;
      else high = middle;
    }
    return this.days[low - 1];
  }

  /** Rows of the file for a day, in the scale of the main pack. */
  rowsOf(day: number): RawBar[] {
    const session = this.#sessionMap().get(day);
    if (session === undefined) return [];
    return Array.from({ length: session.rowCount }, (_, index) =>
      this.#row(session, session.firstRow + index),
    );
  }

  /** Day by the minute, of which coarser bars are filled with a seeded way that has their four prices. */
  minutesOf(day: number): SessionMinutes {
    const kept = this.#minutes.get(day);
    if (kept !== undefined) return kept;
    const { kind } = this.main;
    const startMs = sessionStartMs(day, kind);
    const minutes: (RawBar | undefined)[] = new Array(sessionMinutes(kind)).fill(undefined);
    const session = this.#sessionMap().get(day);
    const length = session === undefined ? 1 : (this.manifests[session.pack]?.intervalMinutes ?? 1);
    for (const row of this.rowsOf(day)) {
      const first = Math.round((row.openTimeMs - startMs) / MINUTE_MS);
      const filled = expandBar(row, {
        minutes: Math.min(length, minutes.length - first),
        key: this.#keyOf(day, first),
      });
      for (const [offset, bar] of filled.entries()) minutes[first + offset] = bar;
    }
    this.#minutes.set(day, minutes);
    return minutes;
  }

  /** Price at a quarter second of a recorded minute, in scaled units; it touches the minute's four prices. */
  priceInside(bar: RawBar, at: { day: number; minute: number; point: number }): number {
    const path = { ...bar, deviation: (bar.high - bar.low) * 0.4 };
    return priceInsideBar(path, this.#keyOf(at.day, at.minute), Math.min(POINTS_A_MINUTE - 1, at.point));
  }

  #keyOf(day: number, minute: number): number {
    return bitsAt(bitsAt(streamKey(this.#seed, this.main.symbol), day), minute);
  }

  #row(session: SessionRows, index: number): RawBar {
    const bars = this.#barsOf(session.pack);
    const manifest = this.manifests[session.pack] ?? this.main;
    const factor = 10 ** (this.main.priceScale - manifest.priceScale);
    const volumeFactor = 10 ** (this.main.volumeScale - manifest.volumeScale);
    const priced = (column: Float64Array): number => Math.round((column[index] ?? 0) * factor);
    const close = priced(bars.close);
    const lots = Math.round((bars.volume[index] ?? 0) * volumeFactor);
    return {
      openTimeMs: bars.time[index] ?? 0,
      open: priced(bars.open),
      high: priced(bars.high),
      low: priced(bars.low),
      close,
      lots,
      turnoverHundredths: Math.round(
        (lots / 10 ** this.main.volumeScale) * (close / 10 ** this.main.priceScale) * 100,
      ),
    };
  }

  #barsOf(pack: number): PackBars {
    const kept = this.#bars.get(pack);
    if (kept !== undefined) return kept;
    const manifest = this.manifests[pack];
    if (manifest === undefined) throw new Error('Invariant: a session names its pack');
    const bars = readBars(this.#folder, manifest);
    this.#bars.set(pack, bars);
    return bars;
  }

  /** Rows of each day, of which those outside the session's hours are not replayed. */
  #sessionMap(): ReadonlyMap<number, SessionRows> {
    if (this.#sessions !== undefined) return this.#sessions;
    const { kind } = this.main;
    const zone = dayZoneOf({ kind });
    const length = sessionMinutes(kind) * MINUTE_MS;
    const sessions = new Map<number, SessionRows>();
    this.manifests.forEach((manifest, pack) => {
      const { time } = this.#barsOf(pack);
      const own = new Map<number, { pack: number; firstRow: number; rowCount: number }>();
      for (let row = 0; row < manifest.rows; row += 1) {
        const atMs = time[row] ?? 0;
        const day = dayOf(atMs, zone);
        const offset = atMs - sessionStartMs(day, kind);
        if (sessions.has(day) || offset < 0 || offset >= length) continue;
        const entry = own.get(day);
        if (entry === undefined) own.set(day, { pack, firstRow: row, rowCount: 1 });
        else entry.rowCount = row - entry.firstRow + 1;
      }
      for (const [day, rows] of own) sessions.set(day, rows);
    });
    this.#sessions = sessions;
    return sessions;
  }
}
