/**
 * Loaded before a server whose day a journey chooses (`aheadMs` of `startServer`): its clock stands apart
 * from the machine's by as much as the environment says, and goes on from there.
 */
const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? '0');
const machineNow = Date.now;
Date.now = () => machineNow() + aheadMs;
