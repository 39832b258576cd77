/** Compresses the files of the build whose folder is named, in the way that the server looks for them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheForms } from '#gateway/compressed-forms.ts';
import { namesBelow } from '#gateway/web-files.ts';

const [build] = process.argv.slice(2);
if (build === undefined) throw new Error('Name the folder of the build.');
await cacheForms(
  build,
  namesBelow(build).map((name) => [name, readFileSync(join(build, name))] as const),
);
