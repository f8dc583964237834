import type { ServerChild } from '../../src/cli/server-child.ts';
import { createServerClient } from '../../src/cli/server-client.ts';
import type { ChangedAgent } from './changed-agent.ts';
import { dial } from './trial-caller.ts';

export interface SplitOutcome {
  readonly contacts: number;
  readonly percent: number;
  /** Contacts whose call has the other version. */
  readonly other: number;
  /** Calls that were not answered. */
  readonly unanswered: number;
  /** Contacts that called twice, and those with another version in the second call. */
  readonly again: number;
  readonly changed: number;
}

const patienceMs = 15_000;
const atOnce = 20;
const pageCalls = 100;
const numberOf = (index: number): string => `+1${2_025_650_000 + index}`;
/** A number gets at most 120 calls a minute. */
const callsPerNumber = 100;

/** Lets each contact call once, and every tenth once more, during a split test. */
export async function splitContacts(
  server: ServerChild,
  agent: ChangedAgent,
  { contacts, percent }: { readonly contacts: number; readonly percent: number },
): Promise<SplitOutcome> {
  const version = await agent.draft();
  const started = await agent.ask('POST', `${agent.url}/split`, { version, percent });
  if (started.status >= 300) throw new Error(`split: ${started.status} ${JSON.stringify(started.json)}`);
  const all = Array.from({ length: contacts }, (_, index) => numberOf(index));
  const lines = await openLines(agent, Math.ceil(contacts / callsPerNumber));
  let unanswered = await callFrom(server, all, lines);
  const first = await versionsOf(server, contacts - unanswered);
  const some = all.filter((_, index) => index % 10 === 0);
  const unansweredAgain = await callFrom(server, some, lines);
  unanswered += unansweredAgain;
  const second = await versionsOf(server, some.length - unansweredAgain);
  await agent.ask('POST', `${agent.url}/split/stop`);
  return {
    contacts,
    percent,
    other: [...first.values()].filter((each) => each === version).length,
    unanswered,
    again: second.size,
    changed: [...second].filter(([from, each]) => first.get(from) !== each).length,
  };
}

/** Opens numbers that the agent answers. */
async function openLines({ must, url }: ChangedAgent, count: number): Promise<readonly string[]> {
  const numbers = Array.from({ length: count }, (_, index) => `+1${2_025_660_000 + index}`);
  for (const phone_number of numbers) {
    const flow = { kind: 'inbound', name: phone_number, provider: 'platform', phone_number, status: 'active' };
    await must('POST', '/api/voice/flows', { ...flow, voice_agent_id: url.split('/').at(-1) });
  }
  return numbers;
}

/** Places a short call from each number. Returns how many were not answered. */
async function callFrom(server: ServerChild, numbers: readonly string[], lines: readonly string[]): Promise<number> {
  let next = 0;
  let unanswered = 0;
  const slot = async (): Promise<void> => {
    for (let index = next++; index < numbers.length; index = next++) {
      const run = await dial(server, numbers[index] ?? '', lines[index % lines.length]);
      const isHeard =
        run !== undefined && (await run.opened) && (await run.until(() => run.agentAudible.length > 0, patienceMs));
      if (!isHeard) unanswered += 1;
      await run?.hangUp();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, slot));
  return unanswered;
}

/** Returns the versions of the newest calls by their numbers. */
async function versionsOf(server: ServerChild, count: number): Promise<ReadonlyMap<string, number>> {
  const { request } = createServerClient(server);
  const versions = new Map<string, number>();
  for (let offset = 0; versions.size < count; offset += pageCalls) {
    const response = await request(`/v1/calls?limit=${Math.min(pageCalls, count - versions.size)}&offset=${offset}`);
    const { calls } = (await response.json()) as { calls: { from_number: string; agent_version: number }[] };
    if (calls.length === 0) return versions;
    for (const call of calls) versions.set(call.from_number, call.agent_version);
  }
  return versions;
}
