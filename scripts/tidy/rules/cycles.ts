/** No ring of imports between files, and none between folders. */
import { posix } from 'node:path';
import type { Project, Rule, Violation } from '../rule.ts';
import type { SourceFile } from '../source.ts';
import { destinationOf } from '../workspaces.ts';

type Edge = { readonly from: string; readonly to: string; readonly path: string; readonly line: number };

export const cycles: Rule = {
  name: 'cycles',
  summary: 'no ring of imports between files or folders, types included',
  *check(project: Project) {
    const files = project.files.filter((file) => !file.isTest);
    const edges = files.flatMap((file) => edgesOf(file, project));
    yield* ringsOf(edges, 'files');
    const folders = edges
      .map((edge) => ({ ...edge, from: unitOf(edge.from), to: unitOf(edge.to) }))
      .filter(({ from, to }) => !isWithin(from, to) && !isWithin(to, from));
    yield* ringsOf(folders, 'folders');
  },
};

function edgesOf(file: SourceFile, project: Project): Edge[] {
  return file.imports.flatMap((statement) => {
    const destination = destinationOf(file, statement, project.workspaces);
    if (destination.kind !== 'file' || destination.path === file.path) return [];
    return [{ from: file.path, to: destination.path, path: file.path, line: statement.line }];
  });
}

/**
 * A file beside the folders of `src`, or of `scripts`, `bench` and `e2e`, stands for itself (engine.ts,
 * main.ts): it is there to join them, and may not be in a ring with one of them.
 */
function unitOf(path: string): string {
  const folder = posix.dirname(path);
  return posix.basename(folder) === 'src' || !folder.includes('/') ? path : folder;
}

/** A folder and a folder inside it are one thing seen from near and far; the rule on files covers them. */
function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}

/** One violation for each ring: the shortest way round through its first member. */
function* ringsOf(edges: readonly Edge[], what: string): Generator<Violation> {
  const next = new Map<string, Edge[]>();
  for (const edge of edges) next.set(edge.from, [...(next.get(edge.from) ?? []), edge]);
  const reported = new Set<string>();
  for (const start of [...next.keys()].sort()) {
    if (reported.has(start)) continue;
    const ring = shortestRing(start, next);
    const first = ring[0];
    if (first === undefined) continue;
    for (const edge of ring) reported.add(edge.from);
    const way = [start, ...ring.map((edge) => edge.to)].join(' → ');
    yield {
      path: first.path,
      line: first.line,
      message: `Ring of ${what}: ${way}. Move what both sides need below both.`,
    };
  }
}

function shortestRing(start: string, next: ReadonlyMap<string, readonly Edge[]>): Edge[] {
  const cameBy = new Map<string, Edge>();
  const queue = [start];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const edge of next.get(at) ?? []) {
      if (edge.to === start) return [...wayTo(at, { start, cameBy }), edge];
      if (cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      queue.push(edge.to);
    }
  }
  return [];
}

function wayTo(
  end: string,
  search: { readonly start: string; readonly cameBy: ReadonlyMap<string, Edge> },
): Edge[] {
  const way: Edge[] = [];
  for (let at = end; at !== search.start; ) {
    const edge = search.cameBy.get(at);
    if (edge === undefined) throw new Error(`Invariant: no way leads to ${at}.`);
    way.unshift(edge);
    at = edge.from;
  }
  return way;
}
