import { expect, test } from 'vitest';
import { flowConfig } from '../../src/features/campaigns/campaigns/definition-schema.ts';
import { type Flow, voicemailPlanOf } from '../../src/features/campaigns/campaigns/index.ts';

const planOf = (config: object) =>
  voicemailPlanOf({ config: flowConfig.parse({ business_name: 'b', greeting: 'g', ...config }) } as Flow);

test.each([
  [{}, undefined],
  [{ voicemail_message: 'hi' }, { action: 'leave_message', message: 'hi' }],
  [{ voicemail: { action: 'hangup' } }, { action: 'hangup' }],
  [
    { voicemail: { action: 'leave_message', message: 'yo' }, voicemail_message: 'hi' },
    { action: 'leave_message', message: 'yo' },
  ],
  [
    { voicemail: { action: 'leave_message' }, voicemail_message: 'hi' },
    { action: 'leave_message', message: 'hi' },
  ],
])('a flow that says %j does %j', (config, plan) => {
  expect(planOf(config)).toEqual(plan);
});
