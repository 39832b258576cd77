import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { isLoopback } from '#platform/network/address.ts';

/** Readers of one setting each. Their messages complete "NAME …" and say what a right value is. */

const TEXT_LENGTH_MAX = 200;
const PATH_LENGTH_MAX = 1_024;
const KEY_LENGTH_MIN = 32;

/** A line that people read. */
export function words() {
  return z
    .string()
    .check(
      z.refine((value) => isPrintable(value, TEXT_LENGTH_MAX), 'must be one line of at most 200 characters'),
    );
}

export function path() {
  return z
    .string()
    .check(
      z.refine((value) => isPrintable(value, PATH_LENGTH_MAX), 'must be the path of one file or folder'),
    );
}

function isPrintable(value: string, lengthMax: number): boolean {
  return value.length <= lengthMax && !/\p{Cc}/u.test(value);
}

/** An address of this machine, or a name that leads to one. */
export function host() {
  const isHost = (value: string): boolean =>
    isIP(value) !== 0 || (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value) && !/^[\d.]+$/.test(value));
  return z.string().check(z.refine(isHost, 'must be an address or name of this machine'));
}

/** A day that the calendar has. */
export function day() {
  const isDay = (value: string): boolean => {
    const ms = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
    return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value);
  };
  return z.string().check(z.refine(isDay, 'must be a day of the calendar'));
}

export function wholeNumber(range: { readonly from: number; readonly to: number }) {
  const isInRange = (value: string): boolean =>
    /^\d{1,9}$/.test(value) && Number(value) >= range.from && Number(value) <= range.to;
  return z.pipe(
    z.string().check(z.refine(isInRange, `must be a whole number from ${range.from} to ${range.to}`)),
    z.transform(Number),
  );
}

/** A port, or null for `off`. */
export function portOrOff() {
  const isPortOrOff = (value: string): boolean =>
    value === 'off' || (/^\d{1,5}$/.test(value) && Number(value) <= 65_535);
  return z.pipe(
    z.string().check(z.refine(isPortOrOff, 'must be a whole number from 0 to 65535, or "off"')),
    z.transform((value: string) => (value === 'off' ? null : Number(value))),
  );
}

export function oneOf<const Name extends string>(names: readonly [Name, ...Name[]]) {
  return z.enum(names, `must be ${names.length === 1 ? names[0] : `one of ${names.join(', ')}`}`);
}

export function url(schemes: readonly string[]) {
  const isUrl = (value: string): boolean => {
    if (!URL.canParse(value)) return false;
    const { protocol } = new URL(value);
    return schemes.includes(protocol.slice(0, -1)) && /^[a-z]+:\/\/./i.test(value);
  };
  return z
    .string()
    .check(z.refine(isUrl, `must be an address that begins with ${schemes.join(':// or ')}://`));
}

/** An address of HTTP to which a path is added. */
export function baseUrl() {
  return url(['https', 'http']).check(
    z.refine(
      (value) => !/[?#]/.test(value),
      'must be an address without "?" and "#", because names are added to it',
    ),
  );
}

/** The origin of pages or calls: nothing stands behind the host, because links are made by adding to it. */
export function origin() {
  const isOrigin = (value: string): boolean => {
    if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
    const { href, origin: whole } = new URL(value);
    return href === `${whole}/`;
  };
  return z.pipe(
    z.string().check(z.refine(isOrigin, 'must be http:// or https:// and a host, with nothing behind it')),
    z.transform((value: string) => new URL(value).origin),
  );
}

/** A script of another host: over TLS, but for one of this machine. */
export function script() {
  const isScript = (value: string): boolean => {
    if (!URL.canParse(value)) return false;
    const { protocol, hostname, username, password, hash } = new URL(value);
    const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    return isSafe && `${username}${password}${hash}` === '';
  };
  return z.pipe(
    z.string().check(z.refine(isScript, 'must be the https:// address of a script')),
    z.transform((value: string) => new URL(value).href),
  );
}

/** Beginnings of addresses of scripts: a host, and a folder of it. */
export function listOfFolders() {
  const split = (value: string): string[] =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const isFolder = (item: string): boolean =>
    URL.canParse(item) && new URL(item).href === item && /^https?:\/\/[^?#@]+\/$/.test(item);
  return z.pipe(
    z
      .string()
      .check(z.refine((value) => split(value).every(isFolder), 'must be addresses of folders by commas')),
    z.transform(split),
  );
}

export function sender() {
  return z.string().check(z.regex(/^[^\r\n]*[^\s@<]@[^\s@>][^\r\n]*$/, 'must hold an e-mail address'));
}

export function secretKey() {
  return z.string().check(z.minLength(KEY_LENGTH_MIN, 'must have at least 32 characters'));
}

export function listOfOrigins() {
  const split = (value: string): string[] =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const isOrigin = (item: string): boolean => URL.canParse(item) && new URL(item).origin === item;
  return z.pipe(
    z.string().check(z.refine((value) => split(value).every(isOrigin), 'must be origins by commas')),
    z.transform(split),
  );
}
