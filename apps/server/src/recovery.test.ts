import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { booksQuoted, emptyBooks, openTestApp } from '#test-app.ts';

// No tick of the market ever comes: what is quoted here is quoted at the start and at the recovery itself.
mock.timers.enable({ apis: ['setInterval'] });
const { app, database, fastify } = await openTestApp({ environment: { METRICS_PORT: '0' } });

const readiness = async () => (await fastify.inject({ url: '/readyz' })).json();

test('a writer that lost its database is ready again only when its books are quoted, which it does at once', async () => {
  await booksQuoted(app);
  assert.deepEqual(emptyBooks(app), []);
  const reopened = new Promise<boolean>((resolve) => {
    const stop = app.engine.onState((state) => {
      if (state !== 'open') return;
      stop();
      resolve(app.market.areBooksQuoted() || emptyBooks(app).length === 0);
    });
  });
  // The writer's connection ends in the middle of a write, so that its outcome is not known.
  const holder = await database.pool.connect();
  await holder.query('begin; lock table journal in access exclusive mode');
  const unanswered = app.engine.submit({ type: 'session.end', venue: 'COIN_SIM' }).catch(() => undefined);
  const end = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tarazu-engine' and wait_event_type = 'Lock'`;
  while ((await database.pool.query(end)).rowCount === 0);
  await holder.query('rollback');
  holder.release();
  await unanswered;
  assert.equal(await reopened, false, 'open, and nobody stands in the books');
  await booksQuoted(app);
  assert.deepEqual(emptyBooks(app), []);
  assert.equal((await readiness()).checks.books, 'ok');
  const metrics = await (await fetch(`http://127.0.0.1:${app.metricsPort}/metrics`)).text();
  assert.match(metrics, /^tarazu_engine_recovery_seconds_count 1$/m);
});
