/** The text of a QR code as a camera reads it off the screen. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsqr from 'jsqr';
import type { Locator } from 'playwright-core';

export async function scanned(code: Locator): Promise<string | undefined> {
  const image = await loadImage(await code.screenshot());
  const drawing = createCanvas(image.width, image.height).getContext('2d');
  drawing.drawImage(image, 0, 0);
  const { data } = drawing.getImageData(0, 0, image.width, image.height);
  return jsqr.default(new Uint8ClampedArray(data), image.width, image.height)?.data;
}
