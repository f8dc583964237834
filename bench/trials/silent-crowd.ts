import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrowdOrder } from './silent-crowd-process.ts';

/** Silent connections from separate processes, each with its own descriptors. */
export interface SilentCrowd {
  /** Resolves once each connection is established, refused or closed. */
  open(order: CrowdOrder): Promise<void>;
  close(): void;
}

/** Far below the usual descriptor limit of a process. */
const mostOfOne = 2_000;

export function openSilentCrowd(): SilentCrowd {
  const entry = new URL('./silent-crowd-process.js', import.meta.url);
  const children: ChildProcess[] = [];
  let room = 0;
  return {
    async open(order) {
      if (room < order.count) {
        children.push(fork(fileURLToPath(entry), { execArgv: [] }));
        room = mostOfOne;
      }
      room -= order.count;
      const child = children.at(-1) as ChildProcess;
      child.send(order);
      await once(child, 'message');
    },
    close() {
      for (const child of children) if (child.connected) child.disconnect();
    },
  };
}
