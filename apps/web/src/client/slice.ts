import { useStore } from 'zustand';
import { createJSONStorage, type PersistStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';

/** One persisted value of the client: read outside React with `get`, inside with `use`. */
export interface Slice<Value> {
  readonly name: string;
  get(): Value;
  set(value: Value): void;
  update(change: (value: Value) => Value): void;
  /** Back to its first value. */
  clear(): void;
  subscribe(listener: (value: Value) => void): () => void;
  use(): Value;
}

export interface SliceOptions<Value> {
  /** Name in the browser's storage, without the prefix. */
  name: string;
  /** Raised when the shape changes; `parse` reads every older shape and is so the migration. */
  version: number;
  initial: Value;
  /**
   * The value that was stored, by this or an older version or by a stranger: anything unfit becomes the
   * initial value.
   */
  parse: (stored: unknown) => Value | undefined;
  /** Stored as bare text, because boot.js reads it before the first paint. */
  bare?: boolean;
  /** Kept as long as its tab is open, and in no other: what should not lie on a device. */
  ofTab?: boolean;
}

const PREFIX = 'tarazu.';

interface State<Value> {
  value: Value;
}

const reloadByKey = new Map<string, () => void>();

export function createSlice<Value>(options: SliceOptions<Value>): Slice<Value> {
  const key = `${PREFIX}${options.name}`;
  const read = (stored: unknown): State<Value> => ({
    value: options.parse(valueIn(stored)) ?? options.initial,
  });
  const store = createStore<State<Value>>()(
    persist((): State<Value> => ({ value: options.initial }), {
      name: key,
      version: options.version,
      storage:
        options.bare === true
          ? bareStorage(options.version, read)
          : createJSONStorage<State<Value>>(() => browserStorage(options.ofTab === true)),
      migrate: read,
      merge: read,
    }),
  );
  reloadByKey.set(key, () => void store.persist.rehydrate());
  return {
    name: options.name,
    get: () => store.getState().value,
    set: (value) => store.setState({ value }),
    update: (change) => store.setState({ value: change(store.getState().value) }),
    clear: () => store.setState({ value: options.initial }),
    subscribe: (listener) => store.subscribe((state) => listener(state.value)),
    use: () => useStore(store, (state) => state.value),
  };
}

/** Removes values that no slice reads any more. */
export function forgetSlices(names: readonly string[]): void {
  for (const name of names) void browserStorage().removeItem(`${PREFIX}${name}`);
}

/** A sign-out, a language or a theme chosen in another tab holds here too. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== null) reloadByKey.get(event.key)?.();
  });
}

function valueIn(stored: unknown): unknown {
  return typeof stored === 'object' && stored !== null && 'value' in stored ? stored.value : undefined;
}

/** A browser that refuses storage gets a forgetful one, and everything else works. */
function browserStorage(ofTab = false): StateStorage {
  try {
    const storage = ofTab ? globalThis.sessionStorage : globalThis.localStorage;
    storage.setItem(`${PREFIX}probe`, '1');
    storage.removeItem(`${PREFIX}probe`);
    return storage;
  } catch {
    // Private windows and blocked site data throw here; nothing that is kept is needed to work.
    return forgetful;
  }
}

const forgotten = new Map<string, string>();
const forgetful: StateStorage = {
  getItem: (key) => forgotten.get(key) ?? null,
  setItem: (key, value) => void forgotten.set(key, value),
  removeItem: (key) => void forgotten.delete(key),
};

function bareStorage<Value>(
  version: number,
  read: (stored: unknown) => State<Value>,
): PersistStorage<State<Value>> {
  return {
    getItem: (key) => {
      const text = browserStorage().getItem(key);
      return typeof text === 'string' ? { state: read({ value: text }), version } : null;
    },
    setItem: (key, { state }) => void browserStorage().setItem(key, String(state.value)),
    removeItem: (key) => void browserStorage().removeItem(key),
  };
}
