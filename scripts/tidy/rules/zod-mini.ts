import type { Project, Rule } from '../rule.ts';

export const zodMini: Rule = {
  name: 'zod-mini',
  summary: "zod is imported as 'zod/mini' only",
  *check({ files }: Project) {
    for (const file of files) {
      for (const { target, line } of file.imports) {
        if (target !== 'zod' && !/^zod\/(v3|v4)$/.test(target)) continue;
        yield { path: file.path, line, message: `"${target}" weighs 20 KB in the app: import 'zod/mini'.` };
      }
    }
  },
};
