/** A message to one person. A subject is shown where the channel has one. */
export interface Message {
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number with `+` and country code. */
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

export interface Messenger {
  /**
   * Answers when the next hop has taken the message over.
   * @throws DeliveryError when it did not; the caller may try again later.
   */
  send(message: Message): Promise<void>;
}

/** The mail server or the SMS gateway did not take a message. The text names no recipient. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
}

/** Sends each message by the way of its channel. */
export function routeMessages(ways: Readonly<Record<Message['channel'], Messenger>>): Messenger {
  return { send: (message) => ways[message.channel].send(message) };
}
