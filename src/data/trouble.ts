const passing = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM)/;

/** A full, slow or read-only disk, or a lock held too long: the same write may succeed later. */
export function isDiskTrouble(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && passing.test(code)) return true;
  }
  return false;
}
