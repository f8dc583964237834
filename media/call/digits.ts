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
