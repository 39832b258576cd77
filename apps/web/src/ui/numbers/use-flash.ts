import { type RefObject, useEffect, useRef } from 'react';
import { compareDecimal } from './decimal-text.ts';

const FLASH_MS = 400;

/**
 * Colours an element for one step of 400 ms when its number changed. It writes an attribute and draws nothing
 * again: a list of live prices must not render twice for each tick.
 */
export function useFlash<Element extends HTMLElement>(
  value: string | undefined,
  isOn: boolean,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const before = useRef(value);
  useEffect(() => {
    const previous = before.current;
    before.current = value;
    const target = element.current;
    if (!isOn || target === null || previous === undefined || value === undefined || previous === value)
      return undefined;
    target.dataset['flash'] = compareDecimal(value, previous) >= 0 ? 'up' : 'down';
    const timer = setTimeout(() => delete target.dataset['flash'], FLASH_MS);
    return () => clearTimeout(timer);
  }, [value, isOn]);
  return element;
}
