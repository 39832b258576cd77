/**
 * Opens Tarazu: builds the app when it is stale, then
 * becomes the server, whose last line says where it is open.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWith } from './run/arguments.ts';
import { stopChildren } from './run/child.ts';
import { root } from './run/root.ts';
import { ensureWebBuild } from './run/web-build.ts';

const [unknown] = process.argv.slice(2);
if (unknown !== undefined)
  endWith('start', {
    problem: `What is configured is told by variables, as in "PORT=9000 npm start", and not by "${unknown}"`,
    options: [],
  });

const stopEarly = (): void => {
  stopChildren().then(() => process.exit(130));
};
process.once('SIGINT', stopEarly);
process.once('SIGTERM', stopEarly);

const build = await ensureWebBuild((line) => process.stdout.write(`${line}\n`));
if (build.kind === 'failed') {
  process.stderr.write(`${build.output}\nThe app could not be built; see above.\n`);
  process.exit(1);
}

// From here on the server answers the signals itself.
process.off('SIGINT', stopEarly);
process.off('SIGTERM', stopEarly);
process.chdir(root);
const server = join(root, 'apps', 'server', 'src', 'main.ts');
if (!existsSync(server)) {
  process.stderr.write('apps/server/src/main.ts is missing.\n');
  process.exit(1);
}
process.argv[1] = server;
await import(pathToFileURL(server).href);
