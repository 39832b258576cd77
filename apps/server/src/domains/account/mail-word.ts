import type { Login } from '#domains/account/store.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** The word of a person's own that stands in each mail to them. Who has the database alone can't write it. */

const updateWord = statement('login-mail-word', 'update login set mail_word = $2 where login_id = $1');

export function mailWordOf(
  secrets: Pick<Secrets, 'unseal'>,
  { mailWord }: Pick<Login, 'mailWord'>,
): string | undefined {
  return mailWord === null ? undefined : secrets.unseal('mail-word', mailWord);
}

export async function saveMailWord(
  { pool, secrets }: { readonly pool: Queryable; readonly secrets: Pick<Secrets, 'seal'> },
  { loginId, word }: { readonly loginId: number; readonly word: string },
): Promise<void> {
  await updateWord(pool, [loginId, secrets.seal('mail-word', word)]);
}
