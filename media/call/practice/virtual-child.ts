/**
 * The process that runs practice calls in virtual time with its own models: its CPU time and memory are not charged to
 * calls, and its exit frees all of them.
 */
import { constants, setPriority } from 'node:os';
import { type Channel, createRemote } from '../../kit/remote.ts';
import type { PracticeAnswers } from './protocol.ts';
import { openPracticeModels, type PracticeModels } from './virtual-models.ts';
import type { VirtualCallersOffer, VirtualCallersParentOffer } from './virtual-protocol.ts';
import { talkVirtually } from './virtual-talk.ts';

// Calls of customers have priority. Threads started later inherit this.
setPriority(constants.priority.PRIORITY_LOW);
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));

const parent: Channel = {
  postMessage: (message) => void process.send?.(message),
  on: (event, listener) => process.on(event, listener),
};
const calls = new Map<string, AbortController>();
let opening: Promise<PracticeModels> | undefined;

const offer: VirtualCallersOffer = {
  async open(options) {
    opening ??= openPracticeModels(options);
    await opening;
  },
  async call({ id, call }) {
    const hangingUp = new AbortController();
    calls.set(id, hangingUp);
    try {
      const models = await (opening as Promise<PracticeModels>);
      const answers: PracticeAnswers = {
        tool: (name, args) => main.ask('tool', { id, name, args }),
        handOver: (agent) => main.ask('handOver', { id, agent }),
      };
      return await talkVirtually(call, { models, answers }, hangingUp.signal);
    } finally {
      calls.delete(id);
    }
  },
  hangUp: ({ id }) => calls.get(id)?.abort(),
};

const main = createRemote<VirtualCallersParentOffer>(parent, offer);
