/**
 * Loaded into each script by run.mjs. When run.mjs dies without being able to
 * pass a signal on (it was killed), its channel closes and the script stops as
 * if it had been asked to; else a server would live on with nobody to stop it.
 */
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
