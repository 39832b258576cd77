import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Face, Font, Blob as FontBlob, Buffer as GlyphBuffer, shape } from 'harfbuzzjs';

/** A glyph of a line, in units of the typeface, with the text that it stands for. */
export interface ShapedGlyph {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly xAdvance: number;
  readonly yAdvance: number;
  readonly xOffset: number;
  readonly yOffset: number;
}

const UNITS_PER_EM = 1_000;
const FOLDER = '@expo-google-fonts/noto-sans-bengali';
const files = createRequire(import.meta.url);

/** Noto Sans in one weight: Bengali, Latin and the rupee sign in one file. Lines are shaped by HarfBuzz. */
export class Typeface {
  readonly bytes: Buffer;
  readonly #font: Font;

  constructor(weight: '400Regular' | '700Bold') {
    this.bytes = readFileSync(files.resolve(`${FOLDER}/${weight}/NotoSansBengali_${weight}.ttf`));
    this.#font = new Font(new Face(new FontBlob(this.bytes)));
  }

  shape(text: string): ShapedGlyph[] {
    const buffer = new GlyphBuffer();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(this.#font, buffer);
    const infos = buffer.getGlyphInfos();
    const positions = buffer.getGlyphPositions();
    const starts = [...new Set(infos.map(({ cluster }) => cluster)), text.length].sort((a, b) => a - b);
    const seenClusters = new Set<number>();
    return infos.map(({ codepoint: id, cluster }, at) => {
      const end = starts[starts.indexOf(cluster) + 1] ?? text.length;
      // The first glyph of a cluster stands for all of its text.
      const said = seenClusters.has(cluster) ? '' : text.slice(cluster, end);
      seenClusters.add(cluster);
      const { xAdvance = 0, yAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const codePoints = Array.from(said, (letter) => letter.codePointAt(0) ?? 0);
      return { id, codePoints, xAdvance, yAdvance, xOffset, yOffset };
    });
  }

  /** In points. */
  widthOf(text: string, size: number): number {
    return (this.shape(text).reduce((sum, { xAdvance }) => sum + xAdvance, 0) * size) / UNITS_PER_EM;
  }
}
