import type { AgentPlan } from '../../../../line/agent.ts';
import { squashed } from '../../../squashed.ts';
import type { BuiltInTool } from '../tool.ts';

const maxBriefChars = 500;
const takesMessage =
  'Nobody can be put through to: when the caller asks for a person, take a message with name and number.';

export const transferCall: BuiltInTool = {
  name: 'transfer_call',
  description: 'Puts the caller through to a person.',
  parameters: ({ transferTargets }) =>
    transferTargets.length === 0
      ? undefined
      : {
          type: 'object',
          properties: {
            target: { type: 'string', enum: transferTargets },
            brief: { type: 'string', description: 'What the person should know, in one or two sentences.' },
          },
          required: ['target', 'brief'],
        },
  instruction: ({ transferTargets }) =>
    transferTargets.length > 0 ? 'When the caller asks for a person, call transfer_call.' : takesMessage,
  planWithout: (plan) => ({ ...plan, transferTargets: [], guardrails: [...plan.guardrails, takesMessage] }),
  reportsLater: true,
  carryOut({ id, args, request, confidential }) {
    const target = targetOf(request.plan, args.target);
    const brief = typeof args.brief === 'string' ? args.brief.slice(0, maxBriefChars) : '';
    if (target === undefined) return { refusal: 'nobody can be put through to at this target.' };
    return { action: { kind: 'transfer', id, target, brief: confidential.isIn(brief) ? '' : brief } };
  },
};

/** Falls back to the first target if the model describes it in other words, but never for a number or address. */
function targetOf({ transferTargets }: AgentPlan, named: unknown): string | undefined {
  const text = typeof named === 'string' ? named : '';
  const plain = squashed(text);
  const target = transferTargets.find((each) => squashed(each) === plain);
  return target ?? (/\d{3}/.test(plain) || /[@/:]/.test(text) ? undefined : transferTargets[0]);
}
