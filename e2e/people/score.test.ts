/** The credit score: what would raise it, an appeal, and the person of staff who answers it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { accessibilityFaults } from '../harness/accessibility.ts';
import { openBrowser, openPerson, stickingOut, whenStill } from '../harness/browser.ts';
import { registerMember } from '../harness/client.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { assertWhole, enterConsole } from '../harness/staff.ts';
import { withDatabase } from '../server-database.ts';
import { bengali, texts } from '../texts.ts';

let server: RunningServer;
let browser: Browser;
before(async () => {
  server = await startServer();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await server?.dispose();
});

const WORDS = 'My e-mail address was confirmed a month ago.';
const ANSWER = 'It counts since the day on which it was confirmed.';

test('a customer sees what would raise the score, appeals, and reads the answer of a person', async () => {
  const { score, console: c, consoleQueues: q } = texts;
  const { session } = await registerMember(server.url);
  const person = await openPerson(browser, { url: server.url, session, width: 320 });
  const { page } = person;
  await person.open('/pages/user/creditScore');
  await page.getByRole('heading', { name: score.appeal }).waitFor();
  await page.locator('summary', { hasText: score.part_security }).click();
  const raise = page.getByRole('listitem').filter({ hasText: score.kind_transactionPassword });
  assert.equal(
    await raise.getByRole('link', { name: score.raise }).getAttribute('href'),
    '/pages/user/tradePassword',
  );
  await page.locator('summary', { hasText: score.part_repayment }).click();
  await page.getByText(score.raiseNothing).waitFor();

  await page.getByRole('button', { name: score.appealDo }).click();
  const send = page.getByRole('button', { name: score.appealSend });
  await page.getByLabel(score.appealLabel).fill('Wrong.');
  await send.click();
  await page.getByText(score.appealShort).waitFor();
  await page.getByLabel(score.appealLabel).fill(WORDS);
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  await send.click();
  await page.getByText(score.appeal_waiting, { exact: true }).waitFor();
  assert.equal(await page.getByRole('button', { name: score.appealDo }).count(), 0, 'one waits at a time');
  await whenStill(page);
  assert.deepEqual(await accessibilityFaults(page), []);
  assert.deepEqual(await stickingOut(page), []);

  const staff = await enterConsole({ browser, server }, { name: 'meera', roles: 'risk' });
  await staff.page
    .getByRole('link', { name: new RegExp(q.score) })
    .first()
    .click();
  await staff.page.getByRole('link', { name: new RegExp(q.scoreAppeal) }).click();
  await staff.page.getByText(WORDS).waitFor();
  await staff.page.getByRole('button', { name: q.scoreReject }).click();
  await staff.page.getByLabel(c.reply).fill(ANSWER);
  await assertWhole(staff.page);
  await staff.page.getByRole('button', { name: q.scoreReject }).click();
  await staff.page.getByText(c.wasDone, { exact: true }).first().waitFor();
  await staff.leave();

  await page.reload();
  await page.getByText(score.appeal_rejected, { exact: true }).waitFor();
  await page.getByText(score.appealReason_factsRight).waitFor();
  await page.getByText(ANSWER).waitFor();
  await page.getByText(score.appealAgain).waitFor();
  await person.open('/pages/user/staffActs');
  await page.getByText(texts.chat.act_score_reject, { exact: true }).waitFor();
  await person.leave();

  const dark = { language: 'bn-BN', theme: 'dark' } as const;
  const other = await openPerson(browser, { url: server.url, session, width: 320, ...dark });
  await other.open('/pages/user/creditScore');
  await other.page.getByText(bengali.score.appeal_rejected, { exact: true }).waitFor();
  await whenStill(other.page);
  assert.deepEqual(await accessibilityFaults(other.page), []);
  assert.deepEqual(await stickingOut(other.page), []);
  await other.leave();
});

for (const [language, theme, words] of [
  ['en-US', 'light', texts.mine],
  ['bn-BN', 'dark', bengali.mine],
] as const)
  test(`${language}: the profile has each badge with its rule, and one that was just earned, at 320 px`, async () => {
    const { account, session } = await registerMember(server.url);
    const person = await openPerson(browser, { url: server.url, session, language, theme, width: 320 });
    const { page } = person;
    await person.open('/pages/user/userInfo');
    const badges = page.getByRole('list', { name: words.badges }).getByRole('listitem');
    const identified = badges.filter({ hasText: words.badgeRule_identified });
    await identified.getByText(words.badgeOpen, { exact: true }).waitFor();
    assert.equal(await badges.count(), 5);
    await withDatabase(server.dataFolder, (database) =>
      database.query(`update login set identity_status = 'succ' where email = $1`, [account]),
    );
    await page.reload();
    await identified.getByText(words.badgeHeld, { exact: true }).waitFor();
    await whenStill(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    await person.leave();
  });

for (const language of ['en-US', 'bn-BN'] as const)
  test(`what somebody asked to be decided stands at customer service, with its rule: ${language}`, async () => {
    const { chat, score } = language === 'en-US' ? texts : bengali;
    const member = await registerMember(server.url);
    const person = await openPerson(browser, {
      url: server.url,
      session: member.session,
      language,
      width: 320,
    });
    const { page } = person;
    await person.open('/pages/user/service');
    await page.getByText(chat.requestsNone).waitFor();
    await member.real.call('scoreAppeal', { text: WORDS });
    await page.reload();
    // Its number has the digits of the language.
    const rule = page.getByRole('link', { name: new RegExp(chat.requestRule.replace('{section}', '\\S+')) });
    await rule.waitFor();
    assert.match((await rule.getAttribute('href')) ?? '', /rulebook\?rule=creditScore/);
    await page.getByText(new RegExp(chat.requestDue)).waitFor();
    await whenStill(page);
    assert.deepEqual(await accessibilityFaults(page), []);
    assert.deepEqual(await stickingOut(page), []);
    await page.getByRole('link', { name: chat.request_scoreAppeal }).click();
    await page.getByText(score.appeal_waiting, { exact: true }).waitFor();
    await person.leave();
  });
