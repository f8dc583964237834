import { networkOf } from '../../http/rate-limits.ts';

/** Failures allowed within a time. */
interface Rule {
  readonly failures: number;
  readonly withinMs: number;
}

/** Of an address that the account was entered from before: its owner, who mistypes. */
const known: Rule = { failures: 10, withinMs: 60_000 };
/** Of an account, from all other addresses together. */
const account: Rule = { failures: 10, withinMs: 600_000 };
/** Of an address, over all accounts. */
const address: Rule = { failures: 50, withinMs: 600_000 };

export interface LoginAttempt {
  readonly address: string;
  readonly email: string;
}

/** Who may try to log in once more. Counts in memory, for at most 10,000 names of each kind. */
export interface LoginGuard {
  /** Whole seconds to wait; undefined when the attempt may be made. Counts it as failed until it is told otherwise. */
  begin(attempt: LoginAttempt): number | undefined;
  succeeded(attempt: LoginAttempt): void;
  /** Whether the password was right was not found out. */
  undecided(attempt: LoginAttempt): void;
}

const maxNames = 10_000;

/**
 * Ten failures a minute for an address and an account, as long as the account was entered from that address before.
 * Guessers get ten in ten minutes for an account, wherever they are, and fifty for an address: they cannot lock its
 * owner out of the place where they usually are.
 */
export function createLoginGuard(nowMs: () => number): LoginGuard {
  const failures = createWindows(nowMs);
  const entered = new Map<string, true>();

  const rulesOf = ({ address: from, email }: LoginAttempt): readonly (readonly [string, Rule])[] => {
    const place = networkOf(from);
    const pair = `${place} ${email}`;
    return [entered.has(pair) ? [`pair ${pair}`, known] : [`account ${email}`, account], [`address ${place}`, address]];
  };

  return {
    begin(attempt) {
      const rules = rulesOf(attempt);
      const waitMs = Math.max(...rules.map(([name, rule]) => failures.waitMs(name, rule)));
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      for (const [name, rule] of rules) failures.add(name, rule);
      return undefined;
    },
    undecided(attempt) {
      for (const [name] of rulesOf(attempt)) failures.takeBack(name);
    },
    succeeded(attempt) {
      for (const [name] of rulesOf(attempt)) failures.takeBack(name);
      const pair = `${networkOf(attempt.address)} ${attempt.email}`;
      entered.delete(pair);
      entered.set(pair, true);
      if (entered.size > maxNames) entered.delete(entered.keys().next().value as string);
    },
  };
}

/** Times of failures by name, as many as their rule looks at. The name that failed longest ago is forgotten first. */
function createWindows(nowMs: () => number) {
  const times = new Map<string, number[]>();
  return {
    waitMs(name: string, { failures, withinMs }: Rule): number {
      const oldest = times.get(name)?.at(-failures);
      return oldest === undefined ? 0 : oldest + withinMs - nowMs();
    },
    add(name: string, { failures }: Rule): void {
      const own = [...(times.get(name) ?? []), nowMs()].slice(-failures);
      times.delete(name);
      times.set(name, own);
      if (times.size > maxNames) times.delete(times.keys().next().value as string);
    },
    takeBack(name: string): void {
      times.get(name)?.pop();
    },
  };
}
