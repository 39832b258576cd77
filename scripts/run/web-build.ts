/**
 * Builds the app when its sources changed since the last build, and only
 * then. `start`, `test`, `bench` and `screens` all call it: the hash of what
 * the build reads is kept inside the build, so that the two cannot part.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runChild } from './child.ts';
import { root } from './root.ts';

export type WebBuildOutcome =
  | { readonly kind: 'fresh'; readonly folder: string }
  | { readonly kind: 'built'; readonly folder: string; readonly tookMs: number }
  | { readonly kind: 'failed'; readonly output: string };

const app = join(root, 'apps', 'web');
const skippedFolders = new Set(['node_modules', 'dist', '.cache', 'coverage']);
/** Compresses what was built, so that no start of a server has to. */
const compressor = join(root, 'apps', 'server', 'src', 'gateway', 'compress-build.ts');
const PROGRESS_EVERY_MS = 4000;
const hashFile = join('.vite', 'source-hash.txt');

/**
 * Makes `apps/web/dist` fit its sources. The new build is made beside the
 * old one and takes its place when it is whole, so that a server that serves
 * the old one, or a second build at the same time, never sees half of one.
 */
export async function ensureWebBuild(say: (line: string) => void): Promise<WebBuildOutcome> {
  const folder = join(app, 'dist');
  const hash = sourceHash(root);
  const stamp = join(folder, hashFile);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return { kind: 'fresh', folder };
  say('Building the app …');
  const startedAtMs = performance.now();
  const ticking = setInterval(() => {
    say(`  still building, ${Math.round((performance.now() - startedAtMs) / 1000)} s`);
  }, PROGRESS_EVERY_MS);
  const making = join(app, '.cache', `build-${process.pid}`);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const build = (outDir: string, ...more: string[]) => {
    const args = [vite, 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn', ...more];
    return runChild({ file: process.execPath, args, cwd: app, env: { NODE_ENV: 'production' } });
  };
  const first = await build(making, '--manifest');
  // The staff console lies below the app's folder, and is built after that was emptied.
  const result =
    first.status === 0 ? await build(join(making, 'console'), '--config', 'vite.console.config.ts') : first;
  const compressed =
    result.status === 0
      ? await runChild({ file: process.execPath, args: [compressor, making], cwd: root })
      : result;
  clearInterval(ticking);
  if (compressed.status !== 0) {
    rmSync(making, { recursive: true, force: true });
    return { kind: 'failed', output: compressed.output };
  }
  writeFileSync(join(making, hashFile), hash);
  const old = join(app, '.cache', `old-${process.pid}`);
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(making, folder);
  rmSync(old, { recursive: true, force: true });
  const tookMs = first.tookMs + result.tookMs + compressed.tookMs;
  say(`Built the app in ${(tookMs / 1000).toFixed(1)} s.`);
  return { kind: 'built', folder, tookMs };
}

/**
 * Hash of everything the build reads: the app, the packages it imports, what
 * compresses it, and the lock file for what comes from npm.
 */
export function sourceHash(base: string): string {
  const files = [
    ...filesBelow(join(base, 'apps', 'web')),
    ...filesBelow(join(base, 'packages')),
    join(base, 'package-lock.json'),
    join(base, 'tsconfig.base.json'),
    join(base, 'apps', 'server', 'src', 'gateway', 'compressed-forms.ts'),
  ];
  const hash = createHash('sha256');
  for (const file of files.filter((path) => existsSync(path)).sort()) {
    const content = readFileSync(file);
    hash.update(`${relative(base, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && !/\.test\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
