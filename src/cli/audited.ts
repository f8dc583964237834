import { randomUUID } from 'node:crypto';
import { type Database, forOrganisation, type OrganisationId } from '../data/index.ts';
import { createAudit, createAuditStore } from '../features/people/audit/index.ts';
import { CliFault } from './cli-fault.ts';

export interface CommandChange {
  readonly organisationId: OrganisationId;
  /** For example `user role`. */
  readonly action: string;
  /** UUIDs of the objects changed, by name. */
  readonly subject: Readonly<Record<string, string>>;
  /** Names of the options, never their values. */
  readonly fields: readonly string[];
}

const done = 200;
const refused = 409;
const failed = 500;

/**
 * Makes a change with an entry in its organisation's audit log, written before the change and completed with a status
 * after it.
 */
export async function audited<T>(database: Database, change: CommandChange, work: () => Promise<T>): Promise<T> {
  const store = createAuditStore((organisationId) => forOrganisation(database, organisationId));
  const audit = createAudit(store, () => new Date());
  const nobody = { userUuid: null, credentialUuid: null, address: null };
  const uuid = await audit.begin({ ...change, ...nobody, actorMethod: 'command_line', requestId: randomUUID() });
  try {
    const result = await work();
    await audit.finished(change.organisationId, uuid, done);
    return result;
  } catch (error) {
    await audit.finished(change.organisationId, uuid, error instanceof CliFault ? refused : failed);
    throw error;
  }
}
