import { z } from 'zod';
import { field, idField, ourUuid, textOf } from '../callback-fields.ts';
import { endedAs, type HowEnded } from '../how-ended.ts';
import type { CallbackFields, ProviderCallbacks } from '../provider.ts';

const knownFields = z.object({
  call: ourUuid,
  CallUUID: idField,
  /** Spelling used in reports of recordings requested over REST. */
  call_uuid: idField,
  From: field,
  To: field,
});

/** Hangup cause of the provider's own machine detection. */
const machineHungUp = '9100';

function endedBy({ HangupCauseCode, CallStatus }: CallbackFields): HowEnded | undefined {
  if (textOf(HangupCauseCode) === machineHungUp) return { status: 'no_answer', reason: 'voicemail' };
  return endedAs(textOf(CallStatus));
}

export const callbacks: ProviderCallbacks = {
  fields: knownFields,
  idField: 'CallUUID',
  names(fields) {
    const { CallUUID, call_uuid, call: callUuid, From: from, To: to } = knownFields.parse(fields);
    return { providerCallId: CallUUID ?? call_uuid, callUuid, from, to };
  },
  answerPaths: [
    { path: 'answer', answers: 'inbound' },
    { path: 'answer/inbound', answers: 'inbound' },
    { path: 'answer/outbound', answers: 'placed' },
  ],
  reports: ['hangup', 'recording', 'status', 'stream-status'],
  read: (kind, fields) => ({
    isRinging: kind === 'status' && textOf(fields.CallStatus).toLowerCase() === 'ringing',
    ended: kind === 'hangup' || kind === 'status' ? endedBy(fields) : undefined,
    isRecorded: kind === 'recording',
  }),
  /** Reads the customer's leg if there was one; otherwise the teammate's, who has then left the line. */
  readPerson({ DialAction, DialStatus, CallStatus }) {
    const callState = DialStatus ?? (DialAction === undefined ? CallStatus : undefined);
    return {
      isPickedUp: false,
      isJoined: /^(answer|connected)$/i.test(textOf(DialAction)) || /^completed$/i.test(textOf(DialStatus)),
      ended: endedAs(textOf(callState)),
      isRecorded: false,
    };
  },
  digit: ({ Digits }) => textOf(Digits),
};
