import { memo } from 'react';
import { InitialsDisc, type InitialsDiscProps } from '#ui/initials-disc.tsx';
import { discName } from './disc-name.ts';

export interface InstrumentDiscProps {
  /** An instrument's id, or the asset that it trades. */
  instrumentId: string;
  size?: InitialsDiscProps['size'];
}

/** The disc of a stock, coin or index. */
export const InstrumentDisc = memo(function InstrumentDisc({ instrumentId, size }: InstrumentDiscProps) {
  return <InitialsDisc name={discName(instrumentId)} size={size} />;
});
