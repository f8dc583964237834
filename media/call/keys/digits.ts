/** Puts single key presses together: `#` or a pause ends a number. */
export interface DigitCollector {
  push(digit: string, nowMs: number): void;
  tick(nowMs: number): void;
}

const pauseMs = 1500;
/** Longer than any number a caller keys in; more is a stuck key. */
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

/** A press that comes both as a message and as a tone is one press. */
export interface KeyMerge {
  /** Whether this is a press of its own. */
  isNew(digit: string, way: 'message' | 'tone', nowMs: number): boolean;
}

/** The message comes when the provider has the key, the tone when 25 to 50 ms of it have been heard, and a network between. */
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
