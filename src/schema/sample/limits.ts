// Bounds of one sample, so that one request for a hostile schema takes neither long nor much memory.

/** Parts to try for one sample: schemas that refer to each other have no end of branches. */
export const SAMPLE_PARTS_MAX = 20_000;

/** UTF-16 units of one text. */
export const SAMPLE_CHARS_MAX = 1_000_000;

/** As many units of text count as one part: all texts of a sample have 2 million at most. */
export const CHARS_OF_PART = 100;
