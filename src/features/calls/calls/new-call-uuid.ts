import { createHash, randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';

/**
 * Returns the uuid of a new call. That of a provider's call follows from the provider's id (RFC 9562, version 8), so
 * that two servers that receive the same request while neither sees the database make one call of it.
 */
export function newCallUuid(organisation: OrganisationId, dialect: string, providerCallId: string | null): string {
  if (providerCallId === null) return randomUUID();
  const bytes = createHash('sha256')
    .update(JSON.stringify([organisation, dialect, providerCallId]))
    .digest();
  bytes[6] = 0x80 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
