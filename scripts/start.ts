/**
 * Opens Tarazu: looks at the settings, builds the app when it is stale, then
 * becomes the server, whose last line says where it is open.
 */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import { StartupError } from '../apps/server/src/platform/config/startup-error.ts';
import { checkSettings } from '../apps/server/src/settings-check.ts';
import { endWith } from './run/arguments.ts';
import { stopChildren } from './run/child.ts';
import { root } from './run/root.ts';
import { ensureWebBuild } from './run/web-build.ts';

/** A shell adds it to the number of a signal. */
const SIGNALLED = 128;
const [unknown] = process.argv.slice(2);
if (unknown !== undefined)
  endWith('start', {
    problem: `What is configured is told by variables, as in "PORT=9000 npm start", and not by "${unknown}"`,
    options: [],
  });

let isStopping = false;
const stopEarly = (signal: NodeJS.Signals): void => {
  isStopping = true;
  stopChildren().then(() => process.exit(SIGNALLED + constants.signals[signal]));
};
process.once('SIGINT', stopEarly);
process.once('SIGTERM', stopEarly);

process.chdir(root);
try {
  await checkSettings(readConfig(process.env));
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const build = await ensureWebBuild((line) => process.stdout.write(`${line}\n`));
// A build that was told to stop has not failed: the process ends with its children.
if (isStopping) await new Promise(() => undefined);
if (build.kind === 'failed') {
  process.stderr.write(`${build.output}\nThe app could not be built; see above.\n`);
  process.exit(1);
}

// From here on the server answers the signals itself.
process.off('SIGINT', stopEarly);
process.off('SIGTERM', stopEarly);
const server = join(root, 'apps', 'server', 'src', 'main.ts');
if (!existsSync(server)) {
  process.stderr.write('apps/server/src/main.ts is missing.\n');
  process.exit(1);
}
process.argv[1] = server;
await import(pathToFileURL(server).href);
