import { useEffect, useRef, useState } from 'react';
import { shrinkPhoto } from '#ui/shrink-photo.ts';

export interface ChosenPicture {
  readonly blob: Blob;
  /** Shows it here. */
  readonly url: string;
}

export interface PictureChoice {
  readonly picture: ChosenPicture | undefined;
  readonly isUnreadable: boolean;
  /** A chosen picture is being made smaller: a message sent now would go without it. */
  readonly isWorking: boolean;
  readonly choose: (file: Blob) => void;
  readonly remove: () => void;
}

/** The picture of a message that is being written: made smaller here, so that its place stays at home. */
export function usePictureChoice(): PictureChoice {
  const [picture, setPicture] = useState<ChosenPicture>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [isWorking, setWorking] = useState(false);
  // The newest pick, or its removal: the work of an older one is nobody's any more.
  const pick = useRef(0);
  const url = picture?.url;
  useEffect(() => {
    if (url === undefined) return undefined;
    return () => URL.revokeObjectURL(url);
  }, [url]);
  return {
    picture,
    isUnreadable,
    isWorking,
    choose: (file) => {
      pick.current += 1;
      const own = pick.current;
      setWorking(true);
      const shrunk = shrinkPhoto(file).catch(() => undefined);
      void shrunk.then((blob) => {
        if (pick.current !== own) return;
        setWorking(false);
        setUnreadable(blob === undefined);
        setPicture(blob && { blob, url: URL.createObjectURL(blob) });
      });
    },
    remove: () => {
      pick.current += 1;
      setWorking(false);
      setUnreadable(false);
      setPicture(undefined);
    },
  };
}
