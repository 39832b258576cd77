import assert from 'node:assert/strict';
import { API_PREFIX, OPERATIONS, type PhotoSide } from '@tarazu/protocol';
import { peopleOf } from '#domains/account/test-people.ts';
import { randomId } from '#platform/ids.ts';
import { blankPicture, documentPicture } from '#platform/pictures/test-pictures.ts';
import { type Fields, recordOf, type TestApp, type TestReply, textOf } from '#test-app.ts';

export type PhotoName = 'front' | 'reverse' | 'selfie' | 'blank' | 'small';

const PHOTOS: Readonly<Record<PhotoName, () => Buffer>> = {
  front: () => documentPicture({ text: 'FRONT' }),
  reverse: () => documentPicture({ text: 'ADDRESS' }),
  selfie: () => documentPicture({ text: 'ME MYSELF', width: 640, height: 800 }),
  blank: blankPicture,
  small: () => documentPicture({ text: 'SMALL', width: 620, height: 400 }),
};

/** Photos on their way to the server. */
function uploadsOf(app: TestApp) {
  /** Sends a form with a file as a browser does. */
  async function upload(
    token: string | undefined,
    form: FormData,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Pick<TestReply, 'status' | 'reason' | 'body' | 'data'>> {
    const body = new Response(form);
    const response = await app.fastify.inject({
      method: 'POST',
      url: API_PREFIX + OPERATIONS.userUpdate.path,
      headers: {
        'content-type': body.headers.get('content-type') ?? '',
        ...(token !== undefined && { accesstoken: token }),
        ...headers,
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    const read = recordOf(response.json());
    const { reason } = read;
    return {
      status: response.statusCode,
      reason: typeof reason === 'string' ? reason : undefined,
      body: read,
      data: recordOf(read['data']),
    };
  }

  function photoForm(side: string, bytes: Uint8Array, type = 'image/jpeg'): FormData {
    const form = new FormData();
    form.set('type', 'kycPhoto');
    form.set('side', side);
    form.set('photo', new Blob([new Uint8Array(bytes)], { type }), 'photo.jpg');
    return form;
  }

  /** Again where the machine is too busy to decode it in time. */
  async function sendPhoto(token: string, side: PhotoSide, bytes: Uint8Array): ReturnType<typeof upload> {
    const sent = await upload(token, photoForm(side, bytes));
    return sent.reason === 'OVERLOADED' ? await sendPhoto(token, side, bytes) : sent;
  }

  /** Three good photos. */
  async function sendPhotos(token: string): Promise<void> {
    for (const side of ['front', 'reverse', 'selfie'] as const) {
      const sent = await sendPhoto(token, side, PHOTOS[side]());
      assert.equal(sent.status, 200, JSON.stringify(sent.body));
    }
  }

  return { upload, photoForm, sendPhoto, sendPhotos };
}

/** Photos where they would be after they were sent, without a process for each. */
function givenPhotosOf(
  app: TestApp,
  { registered }: Pick<ReturnType<typeof peopleOf>, 'registered'>,
  { sendPhoto }: Pick<ReturnType<typeof uploadsOf>, 'sendPhoto'>,
) {
  /** Photos that were decoded once, for whoever needs the same ones: a process for each would take long. */
  const decoded = new Map<PhotoName, string>();

  /** Photos that nobody sent in go after some days. */
  async function isKept(id: string): Promise<boolean> {
    const { rowCount } = await app.database.pool.query('select from identity_picture where picture_id = $1', [
      id,
    ]);
    return rowCount === 1;
  }

  async function decodedPhoto(name: PhotoName): Promise<string> {
    const known = decoded.get(name);
    if (known !== undefined && (await isKept(known))) return known;
    const { realToken } = await registered();
    const sent = await sendPhoto(realToken, 'front', PHOTOS[name]());
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    const { id: userId } = (await app.call('userInfo', {}, { token: realToken })).data;
    const { rows } = await app.database.pool.query<{ picture_id: string }>(
      'select picture_id from identity_picture join login using (login_id) where user_id = $1',
      [userId],
    );
    const id = rows[0]?.picture_id ?? '';
    decoded.set(name, id);
    return id;
  }

  /** Puts photos where they would be after they were sent: three good ones, or others in their place. */
  async function givePhotos(
    token: string,
    others: Partial<Readonly<Record<PhotoSide, PhotoName>>> = {},
  ): Promise<void> {
    const { id: userId } = (await app.call('userInfo', {}, { token })).data;
    for (const side of ['front', 'reverse', 'selfie'] as const) {
      const from = await decodedPhoto(others[side] ?? side);
      await app.database.pool.query(
        `insert into identity_picture (picture_id, login_id, side, byte_count, width, height, contrast, print, created_at)
         select $1, (select login_id from login where user_id = $2), $3, byte_count, width, height, contrast, print, $4
           from identity_picture where picture_id = $5`,
        [randomId(), userId, side, new Date(app.nowMs()), from],
      );
    }
  }

  return { givePhotos };
}

/** Steps of people who say who they are, for tests. */
export function identityOf(app: TestApp) {
  const people = peopleOf(app);
  const uploads = uploadsOf(app);
  let numbers = 0;

  /** Documents that pass, with numbers that nobody has had. */
  function documents(more: Fields = {}): Fields {
    numbers += 1;
    const serial = String(1_000 + numbers);
    return {
      type: 'kyc',
      documentType: 'passport',
      fullName: 'Asha Kumari',
      documentNumber: `K100${serial}`,
      taxNumber: `ABCPK${serial}L`,
      birthDate: '1990-05-17',
      expiresOn: '2031-05-16',
      ...more,
    };
  }

  const submit = (token: string, more: Fields = {}) => app.call('userUpdate', documents(more), { token });

  async function auth(token: string) {
    const reply = await app.call('userAuth', {}, { token });
    assert.equal(reply.code, 0, JSON.stringify(reply.body));
    return reply.data;
  }

  async function newestCase(token: string): Promise<Readonly<Record<string, unknown>>> {
    const { history } = await auth(token);
    return recordOf(Array.isArray(history) ? history[0] : undefined);
  }

  /** A session ends after a day. */
  async function signInAgain(phone: string): Promise<string> {
    return textOf((await people.logIn(phone)).data, 'realToken');
  }

  /** Lets the time pass that the rules wait, and their turn come. */
  async function rulesDecide(afterMs = 11_000): Promise<void> {
    app.advance(afterMs);
    // A first turn may have been under way, and have looked before the time moved.
    for (let turn = 1; turn <= 2; turn += 1) await app.app.scheduler.now('identity: rules');
  }

  return {
    ...people,
    ...uploads,
    ...givenPhotosOf(app, people, uploads),
    auth,
    documents,
    newestCase,
    rulesDecide,
    signInAgain,
    submit,
  };
}
