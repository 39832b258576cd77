import type { ReactNode } from 'react';
import { Tile } from '#ui/layout/tile.tsx';

/** Lines that belong together, in a tile below their name. */
export function MineGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 px-4">
      <h2 className="mb-2 px-1 text-small font-semibold text-muted">{title}</h2>
      <Tile flush className="overflow-hidden">
        {children}
      </Tile>
    </section>
  );
}
