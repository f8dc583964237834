import { hash as argon2Hash, verify as argon2Verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. `2` is argon2id. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The two slow functions; tests count how often they are called. */
export interface Argon2 {
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}

const argon2: Argon2 = {
  hash: (password) => argon2Hash(password, cost),
  verify: (hash, password) => argon2Verify(hash, password),
};

/** Hashes and verifies passwords. Both return `busy` when too many others are waiting. */
export interface Passwords {
  hash(password: string): Promise<string | 'busy'>;
  /** Takes the same time with and without a hash. */
  matches(hash: string | null | undefined, password: string): Promise<boolean | 'busy'>;
}

export interface PasswordsOptions {
  readonly argon2?: Argon2;
  readonly maxAtOnce?: number;
  readonly maxWaiting?: number;
}

/**
 * Hashes at most two passwords at a time and queues at most 64: each takes 19 MiB and tens of milliseconds of a core
 * that calls may need.
 */
export function createPasswords(options: PasswordsOptions = {}): Passwords {
  const { argon2: slow = argon2, maxAtOnce = 2, maxWaiting = 64 } = options;
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn<T>(work: () => Promise<T>): Promise<T | 'busy'> {
    if (running >= maxAtOnce) {
      if (waiting.length >= maxWaiting) return 'busy';
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  }

  return {
    hash: (password) => inTurn(() => slow.hash(password)),
    matches: (hash, password) =>
      inTurn(async () => {
        const matches = await slow.verify(hash ?? nobodys, password);
        return matches && typeof hash === 'string';
      }),
  };
}

/** Hash, at `cost`, of 32 random bytes that were discarded. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$mln/WxUqjZHbzzh26naQ2Q$FcK5mG8iHQT5Kx54RkLm+qBxqyjk3JDoI/DNcD6qhaI';
