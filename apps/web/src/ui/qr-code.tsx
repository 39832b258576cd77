import { generate } from 'lean-qr';

export interface QrCodeProps {
  text: string;
  /** Name for those who do not see it: the same stands as text beside it. */
  label: string;
}

/** Light modules around the code, without which no camera finds it. */
const MARGIN = 4;

/** A QR code, drawn on the device: dark on white in each theme, as cameras read it. */
export function QrCode({ text, label }: QrCodeProps) {
  const code = generate(text);
  const side = code.size + 2 * MARGIN;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="mx-auto block size-48 rounded-input"
    >
      <rect x={-MARGIN} y={-MARGIN} width={side} height={side} fill="#ffffff" />
      <path d={pathOf(code)} fill="#000000" />
    </svg>
  );
}

/** One square for each dark module. */
function pathOf({ size, get }: { readonly size: number; get: (x: number, y: number) => boolean }): string {
  const places = Array.from({ length: size }, (_, place) => place);
  return places.flatMap((y) => places.filter((x) => get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`)).join('');
}
