import { emulatedOf } from './outbound-app.ts';
import type { ProviderUnderTest } from './provider-under-test.ts';
import { toyEmulator } from './toy/emulator.ts';
import { toy } from './toy/index.ts';

/** The provider's ids are UUIDs. */
const uuidOf = (id: string): string =>
  id.length === 36 ? id : `00000000-0000-0000-0000-${Buffer.from(id.padEnd(6)).toString('hex').slice(0, 12)}`;

const telnyxEvent = (event_type: string, payload: object) => ({ data: { record_type: 'event', event_type, payload } });

/** Every provider with an emulator, and the toy provider. */
export const providersUnderTest: readonly ProviderUnderTest[] = [
  {
    ...emulatedOf('telephony_a'),
    incoming: ({ id, from, to }) => ({ CallUUID: id, From: from, To: to, Direction: 'inbound', Event: 'StartApp' }),
    end: { kind: 'hangup', form: (id) => ({ CallUUID: id, Event: 'Hangup', CallStatus: 'completed' }) },
    ring: { kind: 'status', form: (id) => ({ CallUUID: id, Event: 'Ring', CallStatus: 'ringing' }) },
    unknown: (id) => ({ CallUUID: id, Event: 'Sparkle', CallStatus: 'sparkling' }),
    seals: { url: true, fields: true, time: false },
    wrongAuthIds: [],
  },
  {
    ...emulatedOf('telephony_b'),
    incoming: ({ id, from, to }) => ({ CallSid: id, CallFrom: from, CallTo: to, Direction: 'incoming' }),
    end: { kind: 'status', form: (id) => ({ CallSid: id, Status: 'completed' }) },
    ring: { kind: 'status', form: (id) => ({ CallSid: id, Status: 'ringing' }) },
    unknown: (id) => ({ CallSid: id, Status: 'sparkling', EventType: 'sparkle' }),
    seals: 'nothing',
    wrongAuthIds: ['account', 'key@account', 'account:', ':key', 'account:key@', 'account:key@a/b', 'account:key@-x'],
  },
  {
    ...emulatedOf('twilio'),
    incoming: ({ id, from, to }) => ({ CallSid: id, From: from, To: to, Direction: 'inbound', CallStatus: 'ringing' }),
    end: { kind: 'status', form: (id) => ({ CallSid: id, CallStatus: 'completed' }) },
    ring: { kind: 'status', form: (id) => ({ CallSid: id, CallStatus: 'ringing' }) },
    unknown: (id) => ({ CallSid: id, CallStatus: 'sparkling' }),
    seals: { url: true, fields: true, time: false },
    wrongAuthIds: ['account', `SK${'0'.repeat(32)}`, `AC${'0'.repeat(31)}`, `AC${'0'.repeat(32)}/x`],
  },
  {
    ...emulatedOf('telnyx'),
    sendsJson: true,
    incoming: ({ id, from, to }) =>
      telnyxEvent('call.initiated', { call_control_id: id, direction: 'incoming', state: 'parked', from, to }),
    end: {
      kind: 'status',
      form: (id) => telnyxEvent('call.hangup', { call_control_id: id, hangup_cause: 'normal_clearing' }),
    },
    ring: {
      kind: 'status',
      form: (id) => telnyxEvent('call.initiated', { call_control_id: id, direction: 'outgoing', state: 'bridging' }),
    },
    unknown: (id) => telnyxEvent('call.sparkle', { call_control_id: id }),
    seals: { url: false, fields: true, time: true },
    wrongAuthIds: ['application', '12 34', '12/34'],
  },
  {
    ...emulatedOf('vonage'),
    sendsJson: true,
    incoming: ({ id, from, to }) => ({
      uuid: uuidOf(id),
      conversation_uuid: 'CON-1',
      from: from.slice(1),
      to: to.slice(1),
    }),
    end: { kind: 'status', form: (id) => ({ uuid: uuidOf(id), status: 'completed', network: null, from: null }) },
    ring: { kind: 'status', form: (id) => ({ uuid: uuidOf(id), status: 'ringing' }) },
    unknown: (id) => ({ uuid: uuidOf(id), status: 'sparkling' }),
    seals: { url: false, fields: true, time: true },
    wrongAuthIds: ['application', 'A1B2C3D4-0000-4000-8000-000000000000', '0d2f5c1e6a3b4c8d9e7f1a2b3c4d5e6f'],
  },
  {
    ...emulatedOf('vobiz'),
    incoming: ({ id, from, to }) => ({ CallUUID: id, From: from, To: to, Direction: 'inbound', CallStatus: 'ringing' }),
    end: { kind: 'hangup', form: (id) => ({ CallUUID: id, Event: 'Hangup', CallStatus: 'completed' }) },
    ring: { kind: 'status', form: (id) => ({ CallUUID: id, Event: 'Ring', CallStatus: 'ringing' }) },
    unknown: (id) => ({ CallUUID: id, Event: 'Sparkle', CallStatus: 'sparkling' }),
    seals: { url: true, fields: false, time: false },
    wrongAuthIds: ['account', 'XA_1', 'MA_', 'MA_1/2'],
  },
  {
    ...emulatedOf('asterisk'),
    incoming: ({ id, from, to }) => ({ CallUUID: id, From: from, To: to }),
    end: { kind: 'status', form: (id) => ({ CallUUID: id, Status: 'ANSWER' }) },
    ring: { kind: 'status', form: (id) => ({ CallUUID: id, Status: 'RINGING' }) },
    unknown: (id) => ({ CallUUID: id, Status: 'SPARKLE' }),
    // A password.
    seals: { url: false, fields: false, time: false },
    wrongAuthIds: ['user:password', 'http://127.0.0.1:8088', 'a user'],
  },
  {
    module: toy,
    emulator: toyEmulator,
    account: ({ baseUrl }) => ({ authId: `account@${new URL(baseUrl).port}`, authToken: 'token-of-the-toy' }),
    incoming: ({ id, from, to }) => ({ id, caller: from, called: to }),
    end: { kind: 'status', form: (id) => ({ id, state: 'done' }) },
    ring: { kind: 'status', form: (id) => ({ id, state: 'ringing' }) },
    unknown: (id) => ({ id, state: 'sparkling' }),
    seals: { url: true, fields: false, time: false },
    wrongAuthIds: ['account'],
  },
];
