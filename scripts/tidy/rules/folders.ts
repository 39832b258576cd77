/** Folders of many files are divided by subject, so that each says what it is about. */
import { posix } from 'node:path';
import type { Project, Rule } from '../rule.ts';

const FILES_MAX = 25;

export const folders: Rule = {
  name: 'folders',
  summary: `folders of at most ${FILES_MAX} files of one level, tests included`,
  *check({ files }: Project) {
    const counts = new Map<string, number>();
    for (const { path, isScript } of files) {
      const folder = posix.dirname(path);
      if (isScript) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    for (const [folder, count] of counts) {
      if (count > FILES_MAX) {
        const message = `${folder} has ${count} files: divide it by subject (at most ${FILES_MAX}).`;
        yield { path: folder, line: 1, message };
      }
    }
  },
};
