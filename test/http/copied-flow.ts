import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database, OrganisationId } from '../../src/data/index.ts';
import { phoneKey } from '../../src/features/campaigns/campaigns/index.ts';
import { flowUuid } from './test-app.ts';

/** Gives an organisation a copy of the example flow, with a number of its own or none. Returns the uuid of the copy. */
export async function copyFlow(
  { system, tables: { flows } }: Database,
  organisationId: OrganisationId,
  phoneNumber: string | null = null,
): Promise<string> {
  const uuid = randomUUID();
  const [flow] = await system.read.select().from(flows).where(eq(flows.uuid, flowUuid));
  const numbered = { phoneNumber, phoneKey: phoneNumber === null ? null : (phoneKey(phoneNumber) as string) };
  await system.tx((queries) => queries.insert(flows).values({ ...flow!, ...numbered, uuid, organisationId }));
  return uuid;
}
