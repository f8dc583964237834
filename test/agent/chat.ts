import { onTestFinished } from 'vitest';
import type { AgentPlan } from '../../media/line/agent.ts';
import { type createConversation, requestOf } from './caller.ts';
import { examplePlan } from './dental.ts';
import { type ModelServer, openModelServer, type Step, says } from './model-server.ts';
import { type Agent, openAgent } from './open-agent.ts';

export const plan: AgentPlan = {
  ...examplePlan('dental-receptionist'),
  knowledge: [],
  tools: [
    {
      name: 'check_slot',
      description: 'Looks for a free time.',
      parameters: { type: 'object', properties: { day: { type: 'string' } } },
    },
  ],
};
export const greeted = { kind: 'opening' } as const;
export const question = 'What are your opening hours?';
export const answer = says('We are open from nine to five.');
export const spoken = 'We are open from nine to five.';

export async function setUp(): Promise<{ server: ModelServer; agent: Agent }> {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  return { server, agent: await openAgent({ baseUrl: server.baseUrl, model: 'm' }) };
}

export const call = (fields: object): Step => ({ do: 'delta', delta: { tool_calls: [fields] } });
export const written = (args: unknown, fields: object = {}): Step =>
  call({ ...fields, type: 'function', function: { name: 'check_slot', arguments: args } });
export const finish: Step = { do: 'finish' };
export const ended = (reason: string): Step => ({
  do: 'raw',
  lines: `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: '' }, finish_reason: reason }] })}\n\n`,
});
/** An error in a stream. */
export const unread = (error: object): Step => ({ do: 'raw', lines: `data: ${JSON.stringify({ error })}\n\n` });
export const groqSays =
  "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.";
export const tuesday = '{"day": "Tuesday"}';
export const friday = '{"day": "Friday"}';
export const days = (said: Awaited<ReturnType<ReturnType<typeof createConversation>['say']>>): readonly unknown[] =>
  said.actions.map((action) => action.kind === 'tool' && action.arguments.day);

/** Returns the first letters of the roles. */
export const rolesOf = (messages: readonly { readonly role: string }[]): string =>
  messages.map(({ role }) => role[0]).join('');

/** Returns the first phrase of a reply whose stream never ends. */
export async function firstPhrase(agent: Agent): Promise<string> {
  const signal = { aborted: false };
  for await (const event of agent.run(requestOf(plan, question), signal))
    if (event.type === 'phrase') {
      signal.aborted = true;
      return event.text;
    }
  return '';
}
