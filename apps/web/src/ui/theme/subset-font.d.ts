/** As far as it is used here; the package brings no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { readonly targetFormat: 'woff2' },
  ): Promise<Buffer>;
}
