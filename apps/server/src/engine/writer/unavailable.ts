/**
 * The only way in which `submit` rejects. `OVERLOADED`: the queue was full and the command was not taken.
 * `UNAVAILABLE`: the writer is down, or went down while the command was with it, and whether it was done is
 * not known: the client asks again with the same client id.
 */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
  readonly reason: 'OVERLOADED' | 'UNAVAILABLE';

  constructor(reason: 'OVERLOADED' | 'UNAVAILABLE') {
    super(
      reason === 'OVERLOADED'
        ? 'Too many commands are waiting.'
        : 'The engine is not available at the moment.',
    );
    this.reason = reason;
  }
}
