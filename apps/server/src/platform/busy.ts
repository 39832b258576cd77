/** More is asked for at once than will be done in a few seconds: the caller is told to come again. */
export class Busy extends Error {
  override readonly name = 'Busy';
}
