import { refuse } from '#ports.ts';

/** How many of a list when the caller does not say. */
const LIMIT_DEFAULT = 30;

export function limitOf(limit: string | undefined): number {
  return limit === undefined ? LIMIT_DEFAULT : Number(limit);
}

/** A page of at most `limit` items of which one more was read; `next` where there are more. */
export function pageOf<Item, Wire>(
  items: readonly Item[],
  page: { limit: number; cursor: (last: Item) => string; wire: (item: Item) => Wire },
) {
  const list = items.slice(0, page.limit);
  const last = list.at(-1);
  const hasMore = items.length > page.limit && last !== undefined;
  return { list: list.map(page.wire), ...(hasMore ? { next: page.cursor(last) } : {}) };
}

/** The beginning of a page: behind the last item of the page before. */
export interface Cursor {
  readonly beforeSequence?: bigint;
  readonly beforeIndex?: number;
}

/** A cursor of the form `123` or `123-4`, or none for the newest; undefined for what no list has given. */
export function cursorOf(cursor: string | undefined): Cursor | undefined {
  if (cursor === undefined) return {};
  const match = /^(\d{1,18})(?:-(\d{1,9}))?$/.exec(cursor);
  if (match?.[1] === undefined) return undefined;
  return {
    beforeSequence: BigInt(match[1]),
    ...(match[2] === undefined ? {} : { beforeIndex: Number(match[2]) }),
  };
}

export const refuseCursor = () =>
  refuse('INVALID_INPUT', { field: 'cursor', detail: { problem: 'cursor: must be the next of this list' } });
