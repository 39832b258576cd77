import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { derivedKey, type SecretsChange, StoredKey } from '#platform/secrets/stored-key.ts';

const storedKey = new StoredKey('chat_picture_key', 'chat-picture');

/** Gives the key of a picture by its id. */
export async function openPictureKeys(on: Queryable, secrets: Secrets): Promise<(id: string) => Uint8Array> {
  const root = await storedKey.open(on, secrets);
  return (id) => derivedKey(root, `picture ${id}`);
}

/**
 * Puts the key of pictures under another key of the installation. Where the one before is lost, so are the
 * pictures: whoever asks for one is told that it is not there any more.
 */
export async function resealChatPictures(on: Queryable, change: SecretsChange): Promise<void> {
  await storedKey.reseal(on, change);
}
