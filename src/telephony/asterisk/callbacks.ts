import { z } from 'zod';
import { field, idField, ourUuid, textOf } from '../callback-fields.ts';
import type { HowEnded } from '../how-ended.ts';
import type { ProviderCallbacks } from '../provider.ts';

const knownFields = z.object({
  call: ourUuid,
  CallUUID: idField,
  From: field,
  To: field,
  Status: field,
});

/** Values of `DIALSTATUS`. A call that is cancelled is one that rang until its time was over. */
const ends: Readonly<Record<string, HowEnded>> = {
  ANSWER: { status: 'completed', reason: 'caller_hung_up' },
  BUSY: { status: 'busy', reason: 'busy' },
  NOANSWER: { status: 'no_answer', reason: 'no_answer' },
  CANCEL: { status: 'no_answer', reason: 'no_answer' },
  DONTCALL: { status: 'busy', reason: 'declined' },
  TORTURE: { status: 'busy', reason: 'declined' },
  INVALIDARGS: { status: 'failed', reason: 'provider_failed' },
  CONGESTION: { status: 'failed', reason: 'provider_failed' },
  CHANUNAVAIL: { status: 'failed', reason: 'provider_failed' },
};

export const callbacks: ProviderCallbacks = {
  fields: knownFields,
  idField: 'CallUUID',
  names(fields) {
    const { CallUUID: providerCallId, call: callUuid, From: from, To: to } = knownFields.parse(fields);
    return { providerCallId, callUuid, from, to };
  },
  answerPaths: [
    { path: 'answer', answers: 'inbound' },
    { path: 'answer/outbound', answers: 'placed' },
  ],
  reports: ['status'],
  read(_kind, { Status }) {
    const status = textOf(Status);
    return {
      isRinging: status === 'RINGING',
      ended: Object.hasOwn(ends, status) ? ends[status] : undefined,
      isRecorded: false,
    };
  },
  readPerson: () => ({ isPickedUp: false, isJoined: false, isRecorded: false }),
};
