/** Limits of one picture, in the process that decodes it and outside of it. */

/** Pixels that are decoded at most, known before anything is decoded. */
export const PIXELS_MAX = 25_000_000;
/** Longer side of what is kept. */
export const SIDE_MAX = 1_600;
export const QUALITY = 82;
/** Bytes of what is kept; a picture of that size is far below. */
export const STORED_BYTES_MAX = 4 * 1_024 * 1_024;
