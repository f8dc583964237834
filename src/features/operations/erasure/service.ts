import { randomUUID } from 'node:crypto';
import type { Database, OrganisationId, TenantQueries } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import type { NumberHashes } from '../../campaigns/index.ts';
import type { ErasureRow, ErasureStore } from './erasure-store.ts';
import type { EnqueueErasure } from './erasure-work.ts';
import type { ErasureRegister, RegisteredErasure } from './register.ts';

export interface ErasuresOptions {
  readonly store: ErasureStore;
  readonly hashes: Pick<NumberHashes, 'create' | 'existing'>;
  readonly enqueue: EnqueueErasure;
  readonly register: Pick<ErasureRegister, 'sync'>;
  readonly now: () => Date;
}

export interface ErasureRequest {
  readonly organisation: OrganisationId;
  /** E.164. */
  readonly phone: string;
  readonly userUuid: string | null;
}

export interface Erasures extends Pick<ErasureStore, 'get' | 'list'> {
  /** Requests the erasure of a person. Returns the erasure that is pending already, if there is one. */
  request(request: ErasureRequest): Promise<ErasureRow>;
  /** Returns whether an erasure of this number (E.164) is pending, or was requested since a request began. */
  isPending(queries: TenantQueries, phone: string, since: string): Promise<boolean>;
}

export function createErasures({ store, hashes, enqueue, register, now }: ErasuresOptions): Erasures {
  return {
    get: store.get,
    list: store.list,
    async request({ organisation, phone, userUuid }) {
      const added = await store.add(
        organisation,
        async (queries) => {
          const hash = await hashes.create(queries.system);
          if (typeof hash === 'string') throw new Problem('unavailable', secretTroubles[hash]);
          const origin = userUuid === null ? ('command_line' as const) : ('person' as const);
          const requestedAt = now().toISOString();
          return { uuid: randomUUID(), numberHash: hash(phone), origin, userUuid, requestedAt };
        },
        async (queries, { uuid }) => {
          await enqueue(queries.system, organisation, uuid, phone);
        },
      );
      await register.sync();
      return added;
    },
    async isPending(queries, phone, since) {
      const hash = await hashes.existing(queries.system);
      if (hash === undefined) return false;
      if (typeof hash === 'string') throw new Problem('unavailable', secretTroubles[hash]);
      return store.isPending(queries, hash(phone), since);
    },
  };
}

/** Adds the erasures of a restored database again, with jobs that find their numbers by hash. */
export const createReapply =
  (database: Database, enqueue: EnqueueErasure) =>
  ({ organisationId, ...erasure }: RegisteredErasure): Promise<void> =>
    database.system.tx(async (queries) => {
      const fresh = { status: 'pending' as const, waiting: [], removed: {}, outcome: null, finishedAt: null };
      const row = { ...erasure, ...fresh, organisationId, origin: 'restore' as const };
      await queries.insert(database.tables.erasures).values(row).onConflictDoNothing();
      await enqueue(queries, organisationId, erasure.uuid, null);
    });
