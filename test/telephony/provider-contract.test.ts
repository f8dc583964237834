import { emulatedOf } from './outbound-app.ts';
import { providerContract } from './provider.contract.ts';
import { toyEmulator } from './toy/emulator.ts';
import { toy } from './toy/index.ts';

providerContract({
  ...emulatedOf('telephony_a'),
  incoming: ({ id, from, to }) => ({ CallUUID: id, From: from, To: to, Direction: 'inbound', Event: 'StartApp' }),
  end: { kind: 'hangup', form: (id) => ({ CallUUID: id, Event: 'Hangup', CallStatus: 'completed' }) },
  wrongAuthIds: [],
});

providerContract({
  ...emulatedOf('telephony_b'),
  incoming: ({ id, from, to }) => ({ CallSid: id, CallFrom: from, CallTo: to, Direction: 'incoming' }),
  end: { kind: 'status', form: (id) => ({ CallSid: id, Status: 'completed' }) },
  wrongAuthIds: ['account', 'key@account', 'account:', ':key', 'account:key@', 'account:key@a/b', 'account:key@-x'],
});

providerContract({
  ...emulatedOf('twilio'),
  incoming: ({ id, from, to }) => ({ CallSid: id, From: from, To: to, Direction: 'inbound', CallStatus: 'ringing' }),
  end: { kind: 'status', form: (id) => ({ CallSid: id, CallStatus: 'completed' }) },
  wrongAuthIds: ['account', `SK${'0'.repeat(32)}`, `AC${'0'.repeat(31)}`, `AC${'0'.repeat(32)}/x`],
});

const telnyxEvent = (event_type: string, payload: object) => ({ data: { record_type: 'event', event_type, payload } });

providerContract({
  ...emulatedOf('telnyx'),
  sendsJson: true,
  incoming: ({ id, from, to }) =>
    telnyxEvent('call.initiated', { call_control_id: id, direction: 'incoming', state: 'parked', from, to }),
  end: {
    kind: 'status',
    form: (id) => telnyxEvent('call.hangup', { call_control_id: id, hangup_cause: 'normal_clearing' }),
  },
  wrongAuthIds: ['application', '12 34', '12/34'],
});

providerContract({
  module: toy,
  emulator: toyEmulator,
  account: ({ baseUrl }) => ({ authId: `account@${new URL(baseUrl).port}`, authToken: 'token-of-the-toy' }),
  incoming: ({ id, from, to }) => ({ id, caller: from, called: to }),
  end: { kind: 'status', form: (id) => ({ id, state: 'done' }) },
  wrongAuthIds: ['account'],
});
