import { type Customers, createWorld, type Tables, tablesOf } from '@tarazu/core/simulation';
import { type TablesInMemory, tablesOfWorld } from './tables-in-memory.ts';

interface World {
  /** As the core's auditor knows it, and as the writer's tables have it. */
  readonly world: Tables;
  readonly tables: TablesInMemory;
}

const worlds = new WeakMap<Customers, World>();

/** The state before the first command, made once for each set of customers. */
export function worldOf(customers: Customers): World {
  return worlds.getOrInsertComputed(customers, () => {
    const world = tablesOf(createWorld(customers));
    return { world, tables: tablesOfWorld(world) };
  });
}
