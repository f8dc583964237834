import { z } from 'zod';
import { field, idField, ourUuid, textOf } from '../callback-fields.ts';
import type { HowEnded } from '../how-ended.ts';
import type { CallbackFields, ProviderCallbacks } from '../provider.ts';

const event = z.looseObject({
  event_type: field,
  payload: z
    .looseObject({
      call_control_id: idField,
      client_state: field,
      direction: field,
      from: field,
      to: field,
      hangup_cause: field,
    })
    .optional(),
});
const knownFields = z.object({ call: ourUuid, data: event.optional() });

const eventOf = (fields: CallbackFields) => {
  const { data } = knownFields.parse(fields);
  return { type: textOf(data?.event_type), ...data?.payload };
};

/** Uuid of this server's call in the state that it sent with the dial command. */
function uuidIn(clientState: string | undefined): string | undefined {
  const text = Buffer.from(clientState ?? '', 'base64').toString('utf8');
  return z.uuid().safeParse(text).data;
}

const causes: ReadonlyMap<string, HowEnded> = new Map([
  ['normal_clearing', { status: 'completed', reason: 'caller_hung_up' }],
  ['time_limit', { status: 'completed', reason: 'caller_hung_up' }],
  ['originator_cancel', { status: 'cancelled', reason: 'cancelled' }],
  ['call_rejected', { status: 'busy', reason: 'declined' }],
  ['user_busy', { status: 'busy', reason: 'busy' }],
  ['timeout', { status: 'no_answer', reason: 'no_answer' }],
  ['no_answer', { status: 'no_answer', reason: 'no_answer' }],
  ['not_found', { status: 'failed', reason: 'invalid_number' }],
]);
const unspecified: HowEnded = { status: 'failed', reason: 'provider_failed' };

const endedBy = (fields: CallbackFields): HowEnded | undefined => {
  const { type, hangup_cause: cause } = eventOf(fields);
  return type === 'call.hangup' ? (causes.get(cause ?? '') ?? unspecified) : undefined;
};

/** Events in no certain order: each one is read by itself. */
export const callbacks: ProviderCallbacks = {
  fields: knownFields,
  idField: 'data.payload.call_control_id',
  names(fields) {
    const { call_control_id: providerCallId, client_state: state, from, to } = eventOf(fields);
    const { call = uuidIn(state) } = knownFields.parse(fields);
    return { providerCallId, callUuid: call, from, to };
  },
  answerPaths: [{ path: 'answer', answers: 'inbound' }],
  reports: ['status'],
  reportAt(fields) {
    const { type, direction } = eventOf(fields);
    return type === 'call.initiated' && direction === 'incoming' ? undefined : 'status';
  },
  read(_kind, fields) {
    const { type, direction } = eventOf(fields);
    const isRinging = type === 'call.initiated' && direction === 'outgoing';
    return { isRinging, ended: endedBy(fields), isRecorded: false };
  },
  readPerson: () => ({ isPickedUp: false, isJoined: false, isRecorded: false }),
};
