/**
 * Processor time of a process with all that it started, as
 * Linux counts it: what a busy machine does not change much.
 */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Seconds of a process, by who used them. */
export interface ProcessorSeconds {
  /** The process alone. */
  readonly own: number;
  /** PostgreSQL below it. */
  readonly database: number;
  /** Other processes below it. */
  readonly others: number;
}

interface Stat {
  readonly processId: number;
  readonly name: string;
  readonly parentId: number;
  readonly ticks: number;
}

/** Seconds of the process, of those below it, and of those below it that have ended. */
export function processorSeconds(processId: number): number {
  const { own, database, others } = processorSecondsBy(processId);
  return own + database + others;
}

/** The same, apart. A process that has ended counts with the one that started it. */
export function processorSecondsBy(processId: number): ProcessorSeconds {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const members = new Set([processId]);
  // A child has a later number than its parent but where numbers begin anew: two looks find it all the same.
  for (let look = 0; look < 2; look += 1)
    for (const stat of stats) if (members.has(stat.parentId)) members.add(stat.processId);
  const secondsOf = (isWanted: (stat: Stat) => boolean): number =>
    stats.reduce((sum, stat) => (members.has(stat.processId) && isWanted(stat) ? sum + stat.ticks : sum), 0) /
    TICKS_PER_SECOND;
  const isOwn = (stat: Stat): boolean => stat.processId === processId;
  const isDatabase = (stat: Stat): boolean => stat.name === 'postgres';
  return {
    own: secondsOf(isOwn),
    database: secondsOf((stat) => !isOwn(stat) && isDatabase(stat)),
    others: secondsOf((stat) => !isOwn(stat) && !isDatabase(stat)),
  };
}

function statOf(processId: number): Stat | undefined {
  const text = read(`/proc/${processId}/stat`);
  if (text === undefined) return undefined;
  // After the name, which may hold anything: state, parent, …;
  // user, system and those of ended children are from the 12th on.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
  return { processId, name, parentId: Number(fields[1]), ticks };
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended between the listing and now.
    return undefined;
  }
}
