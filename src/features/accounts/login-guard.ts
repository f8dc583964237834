import { networkOf } from '../../http/limits/rate-limits.ts';
import type { LoginTries, TryName } from './login-try-store.ts';

/** Failures allowed within a time. */
interface Rule {
  readonly name: TryName;
  readonly failures: number;
  readonly withinMs: number;
}

/** Of an account from one address. */
const pairRule = { failures: 10, withinMs: 60_000 };
/** Of an account, from all addresses that it was not entered from before. */
const account = { failures: 100, withinMs: 600_000 };
/** Of an address, over all accounts that were not entered from it before. */
const address = { failures: 100, withinMs: 600_000 };

export interface LoginAttempt {
  readonly address: string;
  readonly email: string;
}

/** An attempt whose outcome is not known yet: it counts as failed until its outcome is reported. */
export interface BegunAttempt {
  succeeded(): Promise<void>;
  /** Whether the password was right was not found out. */
  undecided(): Promise<void>;
}

type Begun = { readonly retryAfterSeconds: number } | { readonly rules: readonly Rule[]; readonly atMs: number };

/** Who may try to log in once more. */
export interface LoginGuard {
  /** Whole seconds to wait where the attempt may not be made. */
  begin(attempt: LoginAttempt): Promise<BegunAttempt | { readonly retryAfterSeconds: number }>;
}

/**
 * Ten failures a minute for an address and an account. Strangers to an account also share 100 in ten minutes for it,
 * and their address has 100 in ten minutes over all accounts: neither locks an owner out of an address that the owner
 * has signed in from before.
 */
export function createLoginGuard(tries: LoginTries): LoginGuard {
  return {
    async begin({ address: from, email }) {
      const place = networkOf(from);
      const pair = `${place} ${email}`;
      const entered: TryName = { kind: 'entered', of: pair };
      const ofPair: Rule = { name: { kind: 'pair', of: pair }, ...pairRule };
      const ofStranger: Rule = { name: { kind: 'account', of: email }, ...account };
      const ofPlace: Rule = { name: { kind: 'address', of: place }, ...address };
      const names = [entered, ...[ofPair, ofStranger, ofPlace].map(({ name }) => name)];

      const begun = await tries.change<Begun>(names, (times, nowMs) => {
        const rules = times(entered).length > 0 ? [ofPair] : [ofPair, ofStranger, ofPlace];
        const waitMs = Math.max(...rules.map((rule) => waitOf(times(rule.name), rule, nowMs)));
        if (waitMs > 0) return { answer: { retryAfterSeconds: Math.ceil(waitMs / 1000) } };
        return {
          answer: { rules, atMs: nowMs },
          kept: rules.map(({ name, failures }) => [name, [...times(name), nowMs].slice(-failures)] as const),
        };
      });
      if ('retryAfterSeconds' in begun) return begun;

      const takeBack = (andEntered: boolean): Promise<void> =>
        tries.change(names, (times, nowMs) => ({
          answer: undefined,
          kept: [
            ...begun.rules.map(({ name }) => [name, withoutOne(times(name), begun.atMs)] as const),
            ...(andEntered ? [[entered, [nowMs]] as const] : []),
          ],
        }));
      return { succeeded: () => takeBack(true), undecided: () => takeBack(false) };
    },
  };
}

function waitOf(times: readonly number[], { failures, withinMs }: Rule, nowMs: number): number {
  const oldest = times.at(-failures);
  return oldest === undefined ? 0 : oldest + withinMs - nowMs;
}

function withoutOne(times: readonly number[], atMs: number): number[] {
  const index = times.lastIndexOf(atMs);
  return index < 0 ? [...times] : times.toSpliced(index, 1);
}
