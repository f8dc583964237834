import { z } from 'zod';
import { field, idField, ourUuid, textOf } from '../callback-fields.ts';
import type { ProviderCallbacks } from '../provider.ts';
import { endedBy } from './how-vonage-calls-end.ts';

/** Any hexadecimal digits: the provider's ids need not have a version. */
const callId = z
  .union([z.literal('').meta({ pattern: '^$' }), z.guid()])
  .optional()
  .transform((id) => id || undefined);

const knownFields = z.object({
  call: ourUuid,
  /** Call whose document connected the leg of this event. */
  of: idField,
  uuid: callId,
  from: field,
  to: field,
  status: field,
});

/** Result of the action `input`. */
const pressedKeys = z.object({ digits: z.string() });

export const callbacks: ProviderCallbacks = {
  fields: knownFields,
  idField: 'uuid',
  names(fields) {
    const { of, uuid, call: callUuid, from, to } = knownFields.parse(fields);
    return { providerCallId: of || uuid, callUuid, from, to };
  },
  answerPaths: [
    { path: 'answer', answers: 'inbound' },
    { path: 'answer/outbound', answers: 'placed' },
  ],
  reports: ['status', 'stream-status'],
  read: (kind, { status }) => ({
    isRinging: kind === 'status' && textOf(status) === 'ringing',
    // Events of the WebSocket leg say nothing about the telephone.
    ended: kind === 'status' || kind === 'hangup' ? endedBy(textOf(status)) : undefined,
    isRecorded: false,
  }),
  digit: ({ dtmf }) => textOf(pressedKeys.safeParse(dtmf).data?.digits),
  readPerson: () => ({ isPickedUp: false, isJoined: false, isRecorded: false }),
};
