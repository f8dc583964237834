export const RATE_HZ = 8000;
/** Silero v5 at 8 kHz: 32 ms of new samples, seen with the 4 ms before them. */
export const STEP_SAMPLES = 256;
export const CONTEXT_SAMPLES = 32;
/** The net's two layers of 128 cells. */
export const LAYER_CELLS = 128;
