/** Text for a `like` in which percent sign, underscore and backslash stand for themselves. */
export function likeText(search: string): string {
  return search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
}
