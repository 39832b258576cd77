import type { ChangeEvent, RefObject } from 'react';

interface PictureInputProps {
  /** Clicked by the button that people see. */
  ref: RefObject<HTMLInputElement | null>;
  /** Camera that opens at once on a device that has one. */
  camera?: 'user' | 'environment' | undefined;
  onPick: (file: Blob) => void;
}

/** The file input behind a button that chooses a picture, never seen itself. */
export function PictureInput({ ref, camera, onPick }: PictureInputProps) {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file may be chosen again after it was refused.
    event.target.value = '';
    if (file !== undefined) onPick(file);
  };
  return (
    <input
      ref={ref}
      type="file"
      accept="image/jpeg,image/png,image/webp,image/heic"
      capture={camera}
      onChange={pick}
      tabIndex={-1}
      aria-hidden="true"
      className="hidden"
    />
  );
}
