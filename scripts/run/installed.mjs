/**
 * Answers whether node_modules already holds what the lock
 * file names, by npm's own record of what it installed.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockEntry */

/** @param {string} root */
export function installedMatches(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  return lockIsInstalled(read(join(root, 'package-lock.json')), read(record));
}

/**
 * Optional packages may be absent: npm installs only those of this platform.
 * @param {Record<string, LockEntry>} locked
 * @param {Record<string, LockEntry>} installed
 */
export function lockIsInstalled(locked, installed) {
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    const there = installed[path];
    if (there === undefined) return entry.optional === true || entry.devOptional === true;
    return entry.link === true || there.version === entry.version;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, LockEntry>}
 */
function read(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}
