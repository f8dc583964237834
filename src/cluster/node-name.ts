import { createHash } from 'node:crypto';

/** Returns the public name of a node. The id itself names its leases and locks and is not shown outside the cluster. */
export const nameOfNode = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 12);
