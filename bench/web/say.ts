/** Lines of the web bench, and the arithmetic of its figures. */

export function say(line: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ bench: 'web', ...line })}\n`);
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

export function median(list: readonly number[]): number {
  return percentile(list, 50);
}

/** The value below or at which so many percent lie (nearest rank). */
export function percentile(list: readonly number[], percent: number): number {
  const sorted = [...list].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}
