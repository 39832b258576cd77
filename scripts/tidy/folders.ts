/** A room has a subject: a folder of many files is divided by it. */
import { posix } from 'node:path';
import type { Project, Rule } from './rule.ts';

const FILES_MAX = 25;

/** Folders that are larger, with the most that each may have and why they are not divided. */
const larger: readonly { readonly folder: string; readonly filesMax: number; readonly reason: string }[] = [
  { folder: 'apps/web/src/widgets/ticket', filesMax: 30, reason: 'the parts of one screen' },
];

export const folders: Rule = {
  name: 'folders',
  summary: `folders of at most ${FILES_MAX} files of one level, tests apart`,
  *check({ files }: Project) {
    const counts = new Map<string, number>();
    for (const { path, isScript, isTest } of files) {
      const folder = posix.dirname(path);
      if (isScript && !isTest) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of counts) {
      const filesMax = larger.find((one) => one.folder === folder)?.filesMax ?? FILES_MAX;
      if (count > filesMax) {
        const message = `${folder} has ${count} files: divide it by subject (at most ${filesMax}).`;
        yield { path: folder, line: 1, message };
      }
    }
  },
};
