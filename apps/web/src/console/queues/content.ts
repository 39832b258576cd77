import type { QueueTexts } from './queue-texts.ts';

export const contentTexts: QueueTexts = {
  title: 'content',
  acts: {
    publish: 'contentPublish',
    publishLinks: 'contentPublishLinks',
    discard: 'contentDiscard',
    end: 'contentEnd',
    drafted: 'contentDrafted',
    edited: 'contentEdited',
  },
  reasons: { over: 'contentOver', wrong: 'contentWrong', complaint: 'contentComplaint' },
  states: {
    draft: 'contentDraft',
    published: 'contentPublished',
    ended: 'contentEnded',
    discarded: 'contentDiscarded',
  },
  facts: {
    kind: 'factKind',
    writtenBy: 'factWrittenBy',
    version: 'factVersion',
    instruments: 'factInstruments',
    link: 'factLink',
    from: 'factReadableFrom',
    until: 'factReadableUntil',
    over: 'factOver',
  },
  values: { news: 'contentNews', notice: 'contentNotice', ad: 'contentAd' },
};
