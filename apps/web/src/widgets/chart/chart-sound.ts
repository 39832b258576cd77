import { toPixels } from '#ui/numbers/decimal-text.ts';

const LOW_HZ = 220;
const OCTAVES = 2;
const SECONDS = 4;
/** Volume, and how long it takes to come and go: a tone that begins at once clicks. */
const GAIN = 0.2;
const FADE_SECONDS = 0.03;

/**
 * The pitch of each close, oldest first: the lowest one is 220 Hz and the highest two octaves above, so that
 * equal steps of the price are equal steps for the ear. A price that never moved is one even tone between.
 */
export function pitchesOf(closes: readonly string[]): readonly number[] {
  const heights = closes.map(toPixels);
  const low = Math.min(...heights);
  const span = Math.max(...heights) - low;
  return heights.map((height) => LOW_HZ * 2 ** (OCTAVES * (span === 0 ? 0.5 : (height - low) / span)));
}

export interface PlayedSound {
  stop(): void;
}

/** Plays the line of closes from left to right; `onEnded` is told once, also after a stop. */
export function playCloses(closes: readonly string[], onEnded: () => void): PlayedSound {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.connect(volume).connect(context.destination);
  const from = context.currentTime;
  const until = from + SECONDS;
  const pitches = pitchesOf(closes);
  pitches.forEach((hertz, index) => {
    tone.frequency.setValueAtTime(hertz, from + (SECONDS * index) / pitches.length);
  });
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(GAIN, from + FADE_SECONDS);
  volume.gain.setValueAtTime(GAIN, until - FADE_SECONDS);
  volume.gain.linearRampToValueAtTime(0, until);
  tone.onended = () => {
    void context.close();
    onEnded();
  };
  tone.start(from);
  tone.stop(until);
  return { stop: () => tone.stop() };
}
