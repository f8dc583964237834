import { networkOf } from '../../../http/limits/rate-limits.ts';
import type { LoginTries, TryName } from './login-try-store.ts';

/** Failures allowed within a time window. */
interface Rule {
  readonly name: TryName;
  readonly failures: number;
  readonly withinMs: number;
}

/** Failures on one account from one address. */
const pairRule = { failures: 10, withinMs: 60_000 };
/** Failures on one account, from all addresses without an earlier login to it. */
const account = { failures: 100, withinMs: 600_000 };
/** Failures from one address, on all accounts without an earlier login from it. */
const address = { failures: 100, withinMs: 600_000 };

export interface LoginAttempt {
  readonly address: string;
  readonly email: string;
}

/** An attempt in progress. It counts as a failure until its outcome is reported. */
export interface BegunAttempt {
  succeeded(): Promise<void>;
  /** Withdraws the attempt when the password could not be checked. */
  undecided(): Promise<void>;
}

type Begun = { readonly retryAfterSeconds: number } | { readonly rules: readonly Rule[]; readonly atMs: number };

/** Limits attempts to log in. */
export interface LoginGuard {
  /** Returns the attempt, or the whole seconds to wait before another one is allowed. */
  begin(attempt: LoginAttempt): Promise<BegunAttempt | { readonly retryAfterSeconds: number }>;
}

/**
 * Allows ten failures a minute for a pair of address and account. Addresses without an earlier login to an account also
 * share 100 failures in ten minutes for that account, and each has 100 in ten minutes over all such accounts. An owner
 * is therefore never locked out at an address that they have signed in from.
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
