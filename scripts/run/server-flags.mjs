/**
 * Flags of Node for the server, at about 60 MB. An order leaves some 50 KB of short-lived objects, and
 * collecting them from the default nursery took a tenth of its time.
 */
export const serverFlags = ['--min-semi-space-size=32', '--max-semi-space-size=32'];
