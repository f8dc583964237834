export const RATE_HZ = 8000;
/** Silero v5 at 8 kHz: 32 ms of new samples, preceded by 4 ms of context. */
export const STEP_SAMPLES = 256;
export const CONTEXT_SAMPLES = 32;
/** The net's two layers of 128 cells. */
export const LAYER_CELLS = 128;
