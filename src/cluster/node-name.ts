import { createHash } from 'node:crypto';

/** How a node is called to people. Its id itself is the name of its leases and locks, and stays between the nodes. */
export const nameOfNode = (id: string): string => createHash('sha256').update(id).digest('hex').slice(0, 12);
