import { z } from 'zod';
import { field, idField, ourUuid, textOf } from '../callback-fields.ts';
import { endedAs } from '../how-ended.ts';
import type { ProviderCallbacks } from '../provider.ts';
import { endedBy } from './how-twilio-calls-end.ts';

const knownFields = z.object({
  call: ourUuid,
  CallSid: idField,
  /** Call whose document dialled this one. */
  ParentCallSid: idField,
  From: field,
  To: field,
});

export const callbacks: ProviderCallbacks = {
  fields: knownFields,
  idField: 'CallSid',
  names(fields) {
    const { CallSid, ParentCallSid, call: callUuid, From: from, To: to } = knownFields.parse(fields);
    return { providerCallId: ParentCallSid || CallSid, callUuid, from, to };
  },
  answerPaths: [
    { path: 'answer', answers: 'inbound' },
    { path: 'answer/inbound', answers: 'inbound' },
    { path: 'answer/outbound', answers: 'placed' },
  ],
  reports: ['status', 'recording', 'stream-status'],
  read: (kind, { CallStatus, AnsweredBy }) => ({
    isRinging: kind === 'status' && textOf(CallStatus) === 'ringing',
    ended: kind === 'status' || kind === 'hangup' ? endedBy(CallStatus, AnsweredBy) : undefined,
    isRecorded: kind === 'recording',
  }),
  /** Reads the customer's leg if there was one; otherwise the teammate's, who has then left the line. */
  readPerson: ({ ParentCallSid, CallStatus }) => ({
    isPickedUp: false,
    isJoined: textOf(ParentCallSid) !== '' && /^(in-progress|completed)$/.test(textOf(CallStatus)),
    ended: endedAs(textOf(CallStatus)),
    isRecorded: false,
  }),
  digit: ({ Digits }) => textOf(Digits),
};
