/** A message to one person. A subject is shown where the channel has one. */
export interface Message {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number with `+` and country code. */
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** Page that ends mails of this kind; mail programs show it (RFC 2369). */
  readonly unsubscribeUrl?: string | undefined;
}

export interface Messenger {
  /**
   * Answers when the next hop has taken the message over.
   * @throws DeliveryError when it did not; the caller may try again later.
   */
  send(message: Message): Promise<void>;
  /**
   * Asks the next hop whether it is there; absent where messages stay on this machine.
   *
   * @throws DeliveryError when it is not.
   */
  readonly probe?: () => Promise<void>;
}

/** The mail server or the SMS gateway did not take a message. The text names no recipient. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** The next hop is there and will never take this message. */
  readonly isFinal: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isFinal?: boolean } = {}) {
    super(message, options);
    this.isFinal = options.isFinal ?? false;
  }
}
