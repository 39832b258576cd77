import { memo } from 'react';
export interface InitialsDiscProps {
  /** Two letters are taken from it: of two words, or the first two of one. */
  name: string;
  /** The text from which the colour is made; the name when absent. */
  seed?: string | undefined;
  size?: 24 | 32 | 40 | 52 | 64 | undefined;
  /** A picture in place of the letters. */
  imageUrl?: string | undefined;
}

/** Decoration: the name always stands beside it. */
export const InitialsDisc = memo(function InitialsDisc({
  name,
  seed = name,
  size = 40,
  imageUrl,
}: InitialsDiscProps) {
  return (
    <span
      aria-hidden="true"
      className="disc grid shrink-0 place-items-center overflow-hidden rounded-full font-semibold"
      style={{ '--hue': hueOf(seed), width: size, height: size, fontSize: Math.round(size * 0.36) }}
    >
      {imageUrl === undefined ? (
        initialsOf(name)
      ) : (
        <img src={imageUrl} alt="" className="size-full object-cover" />
      )}
    </span>
  );
});

export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/u)
    .filter((word) => word !== '');
  const [first = '', second] = words;
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0] ?? '', [...second][0] ?? ''];
  return letters.join('').toUpperCase();
}

const HUES = [15, 60, 95, 150, 185, 220, 255, 290, 330] as const;

/** The same name has the same colour on every device. */
export function hueOf(seed: string): number {
  let hash = 2166136261;
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return HUES[hash % HUES.length] ?? 220;
}
