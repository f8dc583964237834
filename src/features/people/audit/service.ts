import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { AuditRow, AuditStore } from './store.ts';

export interface Change {
  readonly organisationId: OrganisationId;
  readonly actorMethod: AuditRow['actorMethod'];
  readonly userUuid: string | null;
  readonly credentialUuid: string | null;
  readonly address: string | null;
  readonly requestId: string;
  readonly action: string;
  readonly subject: Readonly<Record<string, string>>;
  /** Names of the fields in the request body. */
  readonly fields: readonly string[];
}

export interface Audit {
  /** Written before the change, so that no change is missing. Returns the id that `finished` needs. */
  begin(change: Change): Promise<string>;
  finished(organisationId: OrganisationId, uuid: string, status: number): Promise<void>;
  list: AuditStore['list'];
}

const maxFields = 50;
const maxNameLength = 64;

export function createAudit(store: AuditStore, now: () => Date): Audit {
  return {
    async begin({ organisationId, fields, ...change }) {
      const uuid = randomUUID();
      const named = fields.slice(0, maxFields).map(printable);
      await store.add(organisationId, { ...change, uuid, at: now().toISOString(), fields: named, status: null });
      return uuid;
    },
    finished: store.finish,
    list: store.list,
  };
}

/** Clients choose the names, so unprintable characters are replaced. */
const printable = (name: string): string => name.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, maxNameLength);
