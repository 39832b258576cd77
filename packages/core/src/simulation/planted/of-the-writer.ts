import { CORE } from '#simulation/core-port.ts';
import { type Planted, storeWithout, withCore, writerWithout, writing } from '#simulation/planted/tools.ts';

/** Mistakes of writer, database and disk. */
export const OF_THE_WRITER: readonly Planted[] = [
  {
    name: 'reply-before-commit',
    mistake: 'a customer has the answer before the commit',
    rules: writerWithout('repliesAfterCommit'),
  },
  {
    name: 'publish-before-commit',
    mistake: 'the stream tells of a fill before the commit',
    rules: writerWithout('publishesAfterCommit'),
  },
  {
    name: 'failure-answered',
    mistake: 'a commit that failed is answered as if it had not',
    rules: writerWithout('believesFailures'),
  },
  {
    name: 'memory-kept',
    mistake: 'after a failed commit the writer goes on with the memory it has',
    rules: writerWithout('rebuilds'),
  },
  {
    name: 'client-id-lost',
    mistake: 'a restart forgets which client ids were used',
    rules: writerWithout('looksUpIds'),
  },
  {
    name: 'other-content-passes',
    mistake: 'a used client id with another content is taken for the same order',
    rules: writerWithout('comparesContent'),
  },
  {
    name: 'house-depth-not-written',
    mistake: 'the journal does not say which quotes of the house an order met',
    rules: writerWithout('writesMarketMakerDepth'),
  },
  {
    name: 'journal-gap',
    mistake: 'a command that is not journaled keeps its number',
    rules: writerWithout('reusesSequence'),
  },
  {
    name: 'sync-forgotten',
    mistake: 'a commit is answered before the disk has it',
    rules: storeWithout('syncs'),
  },
  {
    name: 'torn-write-accepted',
    mistake: 'a record that is not whole is read as far as it goes',
    rules: storeWithout('checksRecords'),
  },
  {
    name: 'half-a-batch',
    mistake: 'a batch is written as far as half of it',
    rules: storeWithout('isAtomic'),
  },
  {
    name: 'fence-ignored',
    mistake: 'the database takes the commit of a writer whose lease is over',
    rules: storeWithout('checksEpoch'),
  },
  {
    name: 'lease-not-counted',
    mistake: 'a second writer takes the lease and leaves its number as it is',
    rules: storeWithout('advancesEpoch'),
  },
  {
    name: 'balance-not-written',
    mistake: 'one of the balances that a command moved is not written',
    rules: writing(({ balances }) => ({ balances: balances.slice(1) })),
  },
  {
    name: 'lot-not-written',
    mistake: 'the lots of a sale or a purchase are not written',
    rules: writing(() => ({ lots: [] })),
  },
  {
    name: 'stale-order-written',
    mistake: 'of several orders that a command changed only one is written',
    rules: writing(({ orders }) => ({ orders: orders.slice(0, 1) })),
  },
  {
    name: 'order-lost-on-restart',
    mistake: 'a restart leaves the first open order out of its book',
    rules: withCore({
      load: (tables, lastSequence) => {
        const state = CORE.load(tables, lastSequence);
        if (lastSequence === 0) return state;
        for (const books of state.instrumentSide.books.values()) {
          for (const at of [books.real, books.demo]) {
            const [first] = at.book.entries('buy');
            if (first) at.book.remove(first.id);
          }
        }
        return state;
      },
    }),
  },
];
