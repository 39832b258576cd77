import { createCanvas } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { texts } from '../texts.ts';

/** Documents and photos as a person gives them to the app. */

const words = texts.identity;
/** The rules wait ten seconds, and look every other one. */
export const DECIDED_MS_MAX = 60_000;

interface Photo {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/**
 * A card with bars by the letters of its text, so that photos of two texts differ; without one, a grey one.
 */
export function photo(text: string, { width = 1_000, height = 640 } = {}): Photo {
  const canvas = createCanvas(width, height);
  const pen = canvas.getContext('2d');
  pen.fillStyle = text === '' ? '#444' : '#f4efe2';
  pen.fillRect(0, 0, width, height);
  for (const [place, letter] of [...text].entries()) {
    pen.fillStyle = `hsl(${(letter.charCodeAt(0) * 47) % 360} 60% 35%)`;
    const tall = (height * ((letter.charCodeAt(0) * 13) % 80)) / 100;
    pen.fillRect((width * place) / text.length, height - tall, width / text.length - 2, tall);
  }
  return { name: `${text}.jpg`, mimeType: 'image/jpeg', buffer: canvas.encodeSync('jpeg') };
}

const GOOD = { front: photo('FRONT'), reverse: photo('ADDRESS'), selfie: photo('ME MYSELF') };
export type Photos = Partial<Record<keyof typeof GOOD, Photo>>;

export interface Documents {
  readonly fullName?: string;
  readonly number?: string;
  readonly taxNumber?: string;
  readonly birthDate?: string;
  readonly expiresOn?: string;
}

let serial = 1_000;
const nextNumber = (): string => {
  serial += 1;
  return String(serial);
};

export async function writeDocuments(page: Page, documents: Documents = {}): Promise<void> {
  const own = nextNumber();
  await page.getByRole('radio', { name: words.documentPassport }).check({ force: true });
  await page.getByLabel(words.fullName).fill(documents.fullName ?? 'Asha Kumari');
  await page.getByLabel(words.documentNumber).fill(documents.number ?? `K100${own}`);
  await page.getByLabel(words.pan).fill(documents.taxNumber ?? `ABCPK${own}L`);
  await page.getByLabel(words.birthDate).fill(documents.birthDate ?? '1990-05-17');
  await page.getByLabel(words.expiresOn).fill(documents.expiresOn ?? '2031-05-16');
  await page.getByRole('button', { name: words.next }).click();
  await page.getByRole('heading', { name: words.stepPhotos }).waitFor();
}

export async function sendPhotos(page: Page, photos: Photos = {}): Promise<void> {
  for (const [title, sent] of [
    [words.photoFront, photos.front ?? GOOD.front],
    [words.photoReverse, photos.reverse ?? GOOD.reverse],
    [words.photoSelfie, photos.selfie ?? GOOD.selfie],
  ] as const) {
    const field = page.getByRole('region', { name: title, exact: true });
    await field.locator('input[type=file]').last().setInputFiles(sent);
    await field.getByText(words.photoSaved).waitFor({ timeout: DECIDED_MS_MAX });
    await field.getByRole('img', { name: words.photoPreview }).waitFor();
  }
  await page.getByRole('button', { name: words.next }).click();
  await page.getByRole('heading', { name: words.stepCheck }).waitFor();
}

export async function submitted(page: Page): Promise<void> {
  await page.getByRole('button', { name: words.send }).click();
  await page.getByRole('heading', { name: words.idPending }).waitFor();
}
