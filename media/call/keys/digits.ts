/** Joins single key presses into a number, ended by `#` or a pause. */
export interface DigitCollector {
  push(digit: string, nowMs: number): void;
  tick(nowMs: number): void;
}

const pauseMs = 1500;
/** Longer than any number a caller enters; more is a stuck key. */
const maxDigits = 32;

export function createDigitCollector(onNumber: (digits: string) => void): DigitCollector {
  let digits = '';
  let lastMs = 0;
  const flush = (): void => {
    const all = digits;
    digits = '';
    if (all !== '') onNumber(all);
  };
  return {
    push(digit, nowMs) {
      lastMs = nowMs;
      if (digit !== '#') digits = (digits + digit).slice(0, maxDigits);
      else flush();
    },
    tick(nowMs) {
      if (digits !== '' && nowMs - lastMs >= pauseMs) flush();
    },
  };
}

/** Merges a press that arrives both as a message and as a tone. */
export interface KeyMerge {
  /** Whether this is a new press. */
  isNew(digit: string, way: 'message' | 'tone', nowMs: number): boolean;
}

/**
 * The message is sent when the provider detects the key, the tone is detected after 25 to 50 ms, and network delay
 * comes on top.
 */
const samePressMs = 500;

export function createKeyMerge(): KeyMerge {
  let last: { readonly digit: string; readonly way: string; readonly atMs: number } | undefined;
  return {
    isNew(digit, way, nowMs) {
      const again = last !== undefined && last.digit === digit && last.way !== way && nowMs - last.atMs < samePressMs;
      last = again ? undefined : { digit, way, atMs: nowMs };
      return !again;
    },
  };
}
