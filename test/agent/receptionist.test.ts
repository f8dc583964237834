import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AgentPlan } from '../../media/line/agent.ts';
import { createConversation } from './caller.ts';
import { type Agent, openAgent } from './open-agent.ts';

/** `questions`: what a caller asks, with what a right answer matches; null where the persona does not answer it. */
const businesses = z.array(
  z.object({ persona: z.string(), questions: z.array(z.tuple([z.string(), z.string().nullable()])) }),
);

const plan: Omit<AgentPlan, 'personaPrompt'> = {
  agentName: 'Ada',
  businessName: 'Ada',
  greeting: 'Hello.',
  goodbye: 'Goodbye.',
  languageCode: 'en-US',
  timezone: 'Europe/Berlin',
  guardrails: [],
  goals: [],
  knowledge: [],
  transferTargets: [],
  tools: [],
  contact: {},
};

let brain: Agent;
beforeAll(async () => {
  brain = await openAgent();
});

/** Asks every question in a call of its own. */
async function countsOf(set: 'seen' | 'held-out') {
  const file = new URL(`receptionist/${set}.json`, import.meta.url);
  const counts = { answerable: 0, right: 0, wrong: 0, unanswerable: 0, invented: 0 };
  for (const { persona, questions } of businesses.parse(JSON.parse(readFileSync(file, 'utf8')))) {
    for (const [question, expected] of questions) {
      const { text, trace } = await createConversation(brain, { ...plan, personaPrompt: persona }).say(question);
      const isTold = trace.sources !== undefined;
      if (expected === null) {
        counts.unanswerable += 1;
        if (isTold) counts.invented += 1;
        continue;
      }
      counts.answerable += 1;
      if (new RegExp(expected, 'i').test(text)) counts.right += 1;
      else if (isTold) counts.wrong += 1;
    }
  }
  return counts;
}

describe('questions that callers ask of a business of which only a persona is known', () => {
  it('are answered, or not at all: of 86 seen ones 64 are right and none is answered with another fact', async () => {
    const { answerable, right, wrong, unanswerable, invented } = await countsOf('seen');
    expect({ answerable, wrong, unanswerable, invented }).toEqual({
      answerable: 86,
      wrong: 0,
      unanswerable: 18,
      invented: 0,
    });
    expect(right).toBeGreaterThanOrEqual(64);
  });

  it('are understood as a continuation: another day of the same hours', async () => {
    const personaPrompt = 'We rent bikes. Opening hours: daily 10:00 to 18:00, closed on Mondays.';
    const call = createConversation(brain, { ...plan, personaPrompt });
    for (const question of ['Can I come on Monday?', 'And on Tuesday?', 'what about sunday'])
      expect((await call.say(question)).text, question).toMatch(/10:00 to 18:00, closed on Mondays/);
  });

  it('are answered in other words that no rule was written for: 20 of 50, and none wrongly', async () => {
    const { right, ...counts } = await countsOf('held-out');
    expect(counts).toEqual({ answerable: 50, wrong: 0, unanswerable: 10, invented: 0 });
    expect(right).toBeGreaterThanOrEqual(20);
  });
});
