/** Compresses the files of a build once, in the way that the server looks for them. */
import { readFileSync } from 'node:fs';
import { keepForms } from '../apps/server/src/gateway/compressed-forms.ts';

export async function compressBuild(folder: string, paths: readonly string[]): Promise<void> {
  await keepForms(
    folder,
    paths.map((path) => [path, readFileSync(path)] as const),
  );
}
