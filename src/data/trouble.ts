/** SQLite's, the operating system's and PostgreSQL's names of it. */
const full = /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/;
const passing = /^SQLITE_(IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM)/;

/** A full, slow or read-only disk, or a lock held too long: the same write may succeed later. */
export const isDiskTrouble = (error: unknown): boolean => hasCode(error, passing) || isDiskFull(error);

export const isDiskFull = (error: unknown): boolean => hasCode(error, full);

function hasCode(error: unknown, pattern: RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && pattern.test(code)) return true;
  }
  return false;
}
