import { z } from 'zod';
import type { ProviderModule } from '../../../src/telephony/index.ts';
import { openToyClient } from './client.ts';
import { ends } from './ends.ts';
import { toySignature } from './signature.ts';

const field = z.string().max(512).optional();
const fields = z.object({ call: z.uuid().optional(), id: field, caller: field, called: field });

/** `account@port`: the emulated provider's port on this machine. */
const authId = z.string().regex(/^[a-z]+@\d+$/, 'must be account@port');

/** A provider known only in this folder; it uses an existing wire dialect. */
export const toy: ProviderModule = {
  name: 'toy',
  displayName: 'Toy Telecom',
  wire: 'telephony_a',
  capabilities: {
    callsBack: true,
    answersWithDocument: true,
    canHangUp: true,
    canTransfer: false,
    canBridgePeople: false,
    listsNoRecordings: true,
    streamRatesHz: [8000],
  },
  connection: { authId, authIdLabel: 'Account', authIdHint: 'account@port', authTokenLabel: 'Token', addresses: [] },
  callbacks: {
    fields,
    idField: 'id',
    names: (given) => {
      const { call: callUuid, id: providerCallId, caller: from, called: to } = fields.parse(given);
      return { callUuid, providerCallId, from, to };
    },
    answerPaths: [{ path: 'answer', answers: 'both' }],
    reports: ['status'],
    read: (_kind, { state }) => ({
      isRinging: state === 'ringing',
      ended: ends[String(state)],
      isRecorded: false,
    }),
    readPerson: () => ({ isPickedUp: false, isJoined: false, isRecorded: false }),
  },
  documents: {
    format: { type: 'json', schema: z.object({ stream: z.string() }) },
    answer: (answering) =>
      answering.kind === 'stream'
        ? { kind: 'document', body: { stream: answering.streamUrl } }
        : { kind: 'refused', code: answering.kind === 'busy' ? 'conflict' : 'not_found', detail: answering.kind },
  },
  signature: toySignature,
  callsPerSecond: 5,
  baseUrlOf: ({ authId: given }) => `http://127.0.0.1:${given.split('@')[1]}`,
  open: openToyClient,
};
