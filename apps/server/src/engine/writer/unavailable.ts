/**
 * Rejection of `submit`: `OVERLOADED` for a command that was not taken, `UNAVAILABLE` for one of which nobody
 * knows. The client asks again with the same client id.
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
