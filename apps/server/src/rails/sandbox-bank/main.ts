/**
 * The process of the sandbox bank: a bank that stands for the world on a default installation, with books of
 * its own in a file of its own. It is reached only as real banks are, and ends with the server.
 */
import { serveAsChild } from '#rails/process/child-main.ts';
import { bankOpeningSchema, openBank } from '#rails/sandbox-bank/open-bank.ts';

serveAsChild((told) => openBank(bankOpeningSchema.parse(told), () => Date.now()));
