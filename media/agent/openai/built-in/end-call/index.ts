import type { EndReason } from '../../../../line/agent.ts';
import type { BuiltInTool } from '../tool.ts';

const endReasons = [
  'agent_goodbye',
  'caller_goodbye',
  'wrong_number',
  'dnc_request',
  'voicemail',
  'guardrail',
] as const satisfies readonly EndReason[];

export const endCall: BuiltInTool = {
  name: 'end_call',
  description: 'Ends the call, after your last words have been spoken.',
  parameters: () => ({
    type: 'object',
    properties: { reason: { type: 'string', enum: endReasons } },
    required: ['reason'],
  }),
  instruction: () =>
    'When the caller says goodbye, asks not to be called again, or has the wrong number, say goodbye in one sentence and call end_call with the fitting reason.',
  planWithout: (plan) => ({
    ...plan,
    staysOnLine: true,
    guardrails: [
      ...plan.guardrails,
      'You cannot end the call. When the caller says goodbye, say goodbye in one sentence; the caller hangs up.',
    ],
  }),
  carryOut: ({ args }) => ({
    action: { kind: 'end', reason: endReasons.find((reason) => reason === args.reason) ?? 'agent_goodbye' },
  }),
};
