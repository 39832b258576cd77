const SIDE_MAX = 1_600;
const QUALITY = 0.85;

/**
 * A photo as it leaves the device: its longer side at most 1,600 pixels, drawn anew, so that where and by
 * which telephone it was taken stays at home. Undefined for what this browser can't read.
 */
export async function shrinkPhoto(file: Blob): Promise<Blob | undefined> {
  const bitmap = await bitmapOf(file);
  if (bitmap === undefined) return undefined;
  const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) return undefined;
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return await new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', QUALITY),
  );
}

async function bitmapOf(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    // A kind of picture that this browser has no decoder for, such as HEIC on Android.
    return undefined;
  }
}
