import { z } from 'zod';
import { field, idField, ourUuid, textOf } from '../callback-fields.ts';
import { endedAs, type HowEnded } from '../how-ended.ts';
import type { CallbackFields, ProviderCallbacks } from '../provider.ts';
import { twoLegsOfCallback } from './two-legs.ts';

const knownFields = z.object({
  call: ourUuid,
  /** Value sent with this server's own calls; other applications may use the field differently. */
  CustomField: field,
  CallSid: idField,
  CallFrom: field,
  CallTo: field,
  From: field,
  To: field,
});

/** A callback without an event is the final one. */
const eventOf = ({ EventType }: CallbackFields): string => textOf(EventType ?? 'terminal').toLowerCase();

const endedBy = (fields: CallbackFields): HowEnded | undefined =>
  eventOf(fields) === 'terminal' ? endedAs(textOf(fields.Status)) : undefined;

export const callbacks: ProviderCallbacks = {
  fields: knownFields,
  idField: 'CallSid',
  names(fields) {
    const { call, CustomField, CallSid, CallFrom, CallTo, From, To } = knownFields.parse(fields);
    return { providerCallId: CallSid, callUuid: call ?? CustomField, from: CallFrom ?? From, to: CallTo ?? To };
  },
  answerPaths: [{ path: 'answer', answers: 'both' }],
  reports: ['status'],
  read: (_kind, fields) => ({
    isRinging: eventOf(fields) === 'ringing',
    ended: endedBy(fields),
    isRecorded: typeof fields.RecordingUrl === 'string',
  }),
  /** One request makes both legs. A final report that does not mention them leaves the ending open. */
  readPerson(fields) {
    const legs = twoLegsOfCallback(fields);
    const isAnswered = eventOf(fields) === 'answered';
    const ended = endedBy(fields);
    const isCertain = legs !== undefined || ended?.status !== 'completed';
    return {
      isPickedUp: isAnswered,
      isJoined: isAnswered && legs?.isJoined === true,
      ...(ended !== undefined && isCertain ? { ended, legs } : {}),
      isRecorded: typeof fields.RecordingUrl === 'string' && fields.RecordingUrl !== '',
    };
  },
};
