/** Decides when a caller who waits for tools is told that they are still running. Pure; times are milliseconds. */
export interface ToolWait {
  began(nowMs: number): void;
  ended(): void;
  readonly isRunning: boolean;
  /** Returns whether to tell the caller now. The caller is then assumed to know. */
  isProgressDue(nowMs: number): boolean;
}

const firstMs = 3000;
const againMs = 6000;

export function createToolWait(): ToolWait {
  let running = 0;
  let dueMs = 0;
  return {
    began(nowMs) {
      if (running === 0) dueMs = nowMs + firstMs;
      running += 1;
    },
    ended() {
      running -= 1;
    },
    get isRunning() {
      return running > 0;
    },
    isProgressDue(nowMs) {
      if (running === 0 || nowMs < dueMs) return false;
      dueMs = nowMs + againMs;
      return true;
    },
  };
}
