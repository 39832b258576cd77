/** As far as it is used here; the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes?: Readonly<
        Record<string, { readonly min: number; readonly max: number; readonly default: number }>
      >;
    },
  ): Promise<Buffer>;
}
