/** `sealed`: the row holds another customer's data, so that only its hash is told and cannot be made again here. */
export interface Verdict {
  readonly state: 'agrees' | 'differs' | 'sealed';
  /** What was expected and what was told; for the one who asks why it differs. */
  readonly detail?: string;
}
