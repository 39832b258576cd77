import { useState } from 'react';

/**
 * An order that a hand has made, shown at once and until the answer is in; `undefined` gives the known one
 * back. What another device adds meanwhile stands on top, and what it takes away goes.
 */
export function useOrder(known: readonly string[]): {
  ids: readonly string[];
  setOrder: (ids: readonly string[] | undefined) => void;
} {
  const [made, setOrder] = useState<readonly string[]>();
  if (made === undefined) return { ids: known, setOrder };
  const kept = made.filter((id) => known.includes(id));
  const fresh = known.filter((id) => !made.includes(id));
  return { ids: [...fresh, ...kept], setOrder };
}
