import type { Translate } from '#locales/i18n.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { resolvedLook } from '#ui/theme.ts';
import type { ChartInstrument } from './use-chart.ts';

interface Picture {
  /** The chart as a PNG, as an address with its data. */
  picture: string | undefined;
  instrument: ChartInstrument;
  title: string;
  t: Translate<'market'>;
}

const HEAD_PX = 44;
const SIDE_PX = 16;

/** The chart under its name: to where the device shares to, or else as a file. */
export async function sharePicture({ picture, instrument, title, t }: Picture): Promise<void> {
  if (picture === undefined) return;
  const blob = await withHead(picture, title);
  const file = new File([blob], `${instrument.symbol}.png`, { type: 'image/png' });
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the device's own sheet is no failure.
    await navigator.share({ files: [file], title }).catch(() => undefined);
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
  showToast(t('pictureSaved'), { tone: 'success' });
}

async function withHead(picture: string, title: string): Promise<Blob> {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const { colours, fontFamily } = resolvedLook();
  const scale = Math.max(1, window.devicePixelRatio);
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight + HEAD_PX * scale;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('Condition: this browser draws no pictures.');
  context.fillStyle = colours.bg;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.textBaseline = 'middle';
  context.fillStyle = colours.ink;
  context.font = `600 ${15 * scale}px ${fontFamily}`;
  context.fillText(title, SIDE_PX * scale, (HEAD_PX / 2) * scale);
  context.fillStyle = colours.muted;
  context.textAlign = 'right';
  context.font = `500 ${12 * scale}px ${fontFamily}`;
  context.fillText('Tarazu', canvas.width - SIDE_PX * scale, (HEAD_PX / 2) * scale);
  context.drawImage(image, 0, HEAD_PX * scale);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) =>
      blob === null ? reject(new Error('Condition: this browser keeps no pictures.')) : resolve(blob),
    );
  });
}
