/** The fields in the form of a GTT. */
export interface GttFields {
  readonly side: 'buy' | 'sell';
  readonly legs: 'one' | 'two';
  readonly quantity: string;
  readonly trigger: string;
  readonly price: string;
  readonly otherTrigger: string;
  readonly otherPrice: string;
}
