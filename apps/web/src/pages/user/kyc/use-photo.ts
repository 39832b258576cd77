import { useEffect, useState } from 'react';
import { call } from '#client/api.ts';
import type { CallError } from '#client/errors.ts';
import { invalidate } from '#client/query.ts';
import { shrinkPhoto } from '#ui/shrink-photo.ts';
import type { Side } from './words.ts';

export interface PhotoState {
  /** Shrunk, uploaded, neither. */
  readonly isBusy: boolean;
  /** Of what was chosen in this visit. */
  readonly preview: string | undefined;
  /** `unreadable`: this browser can't read the file. */
  readonly problem: CallError | 'unreadable' | undefined;
  readonly send: (file: Blob) => void;
}

/** One photo on its way: made smaller here, sent, and shown. */
export function usePhoto(side: Side): PhotoState {
  const [isBusy, setBusy] = useState(false);
  const [preview, setPreview] = useState<string>();
  const [problem, setProblem] = useState<PhotoState['problem']>();
  useEffect(() => {
    if (preview === undefined) return undefined;
    return () => URL.revokeObjectURL(preview);
  }, [preview]);
  const send = (file: Blob) => {
    setBusy(true);
    setProblem(undefined);
    shrinkPhoto(file)
      .then(async (blob) => {
        if (blob === undefined) return setProblem('unreadable');
        await call('userUpdate', { type: 'kycPhoto', side }, { file: { part: 'photo', blob } });
        setPreview(URL.createObjectURL(blob));
        invalidate('userAuth');
      })
      .catch((failure: CallError) => setProblem(failure))
      .finally(() => setBusy(false));
  };
  return { isBusy, preview, problem, send };
}
