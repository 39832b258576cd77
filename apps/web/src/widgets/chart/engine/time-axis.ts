/** Width of a letter at the size of the labels; digits of Bengali are a little wider than Latin ones. */
const LETTER_PX = 6.6;

interface Tick {
  readonly coord: number;
  readonly text: string;
}

/** The labels of the time axis that fit whole: one at the edge would be cut in half. */
export function wholeTicks<Of extends Tick>({
  bounding,
  defaultTicks,
}: {
  readonly bounding: { readonly width: number };
  readonly defaultTicks: readonly Of[];
}): Of[] {
  return defaultTicks.filter(({ coord, text }) => {
    const half = (text.length * LETTER_PX) / 2;
    return coord >= half && coord <= bounding.width - half;
  });
}
