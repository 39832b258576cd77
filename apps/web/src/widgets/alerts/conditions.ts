import type { OwnAlert } from '@tarazu/protocol';

export type Condition = OwnAlert['condition'];
export const CONDITIONS = ['above', 'below', 'rise', 'fall'] as const satisfies readonly Condition[];

export function isPercent(condition: Condition): boolean {
  return condition === 'rise' || condition === 'fall';
}
