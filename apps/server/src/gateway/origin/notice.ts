/** Something that an operator should know and that is no mistake of ours. */
export interface Notice {
  readonly level: 'info' | 'warn';
  readonly text: string;
  /** Of a call that it is about. */
  readonly operation?: string;
  readonly requestId?: string;
}
