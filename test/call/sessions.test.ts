import { MessageChannel } from 'node:worker_threads';
import { describe, expect, onTestFinished, test } from 'vitest';
import { offerPorts, type PortOffer, remotePorts } from '../../media/call/server/port-crossing.ts';
import { createRemote } from '../../media/kit/remote.ts';
import type { CallEvent, MediaPorts, SessionPlan, SessionRef } from '../../media/ports.ts';
import { createSessionRouter, type SessionKinds, type SessionPorts } from '../../src/app/session-router.ts';
import { createMediaTokens } from '../../src/features/calls/calls/media-tokens.ts';
import { ticketsOfProcess } from '../../src/features/calls/calls/stream-tickets.ts';

const planOf = (callUuid: string): SessionPlan => ({
  callUuid,
  direction: 'inbound',
  dialect: 'browser',
  from: '',
  to: '',
  flowUuid: 'flow',
  brain: {
    agentName: '',
    businessName: '',
    greeting: 'Hello.',
    personaPrompt: '',
    goodbye: 'Goodbye.',
    languageCode: 'en-US',
    timezone: 'UTC',
    contact: {},
    guardrails: [],
    goals: [],
    knowledge: [],
    transferTargets: [],
    tools: [],
  },
  voice: { speaker: 'ava' },
  turn: { allowInterruptions: true },
  limits: { maxCallSeconds: 60, silencePromptSeconds: 8, maxSilencePrompts: 1, goodbyeDrainMs: 2000 },
});

const digit: CallEvent = { type: 'dtmf', atMs: 0, digit: '1', from: 'caller' };

/** A kind that writes down every port call that reaches it. */
function recordingKind(said: unknown[][]): Required<SessionPorts> {
  const say = (name: string, args: readonly unknown[]): void => void said.push([name, ...args]);
  return {
    plan: async (uuid) => planOf(uuid),
    isForged: async (_uuid, _dialect, { signatures }) => signatures['x-forged-signature'] !== undefined,
    log: { append: (...args) => say('append', args) },
    recordings: {
      async write(...args) {
        say('write', args);
        return false;
      },
      finish: async (...args) => say('finish', args),
    },
    tools: {
      async run(...args) {
        say('run', args);
        return { ok: true, result: 'done' };
      },
    },
    transfers: {
      async transfer(...args) {
        say('transfer', args);
        return 'accepted';
      },
    },
    handOvers: {
      async handOver(...args) {
        say('handOver', args);
        return undefined;
      },
    },
  };
}

function route(kinds: SessionKinds) {
  const tokens = createMediaTokens({ ttlMs: 60_000, capacity: 10, nowMs: () => 0 });
  const ports = createSessionRouter(ticketsOfProcess(tokens), kinds);
  const claim = (session: SessionRef) => ports.plans.claim(tokens.issue(session, 'browser') as string, 'browser');
  return { ports, claim };
}

/** The ports as a media thread has them: every call crosses a message port. */
function crossed(ports: MediaPorts): MediaPorts {
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  createRemote(port1, offerPorts(ports));
  return remotePorts(createRemote<PortOffer>(port2, {}));
}

describe('the session router', () => {
  test('adds a kind with one row', async () => {
    const said: unknown[][] = [];
    const { ports, claim } = route({ audition: { plan: async (uuid) => planOf(uuid), log: recordingKind(said).log } });
    const plan = await claim({ kind: 'audition', callUuid: 'a-1' });
    expect(plan).toEqual({ ...planOf('a-1'), kind: 'audition' });
    if (plan === undefined) return expect.unreachable('no plan');
    ports.log.append(plan, digit);
    expect(said).toEqual([['append', 'a-1', digit]]);
  });

  test('refuses a request with a forged signature', async () => {
    const tokens = createMediaTokens({ ttlMs: 60_000, capacity: 10, nowMs: () => 0 });
    const ports = createSessionRouter(ticketsOfProcess(tokens), { call: recordingKind([]) });
    const claim = (signatures: Record<string, string>) => {
      const token = tokens.issue({ kind: 'call', callUuid: 'c-1' }, 'browser') as string;
      return ports.plans.claim(token, 'browser', {
        host: 'a.example',
        target: '/media/browser/t',
        origin: '',
        signatures,
      });
    };
    expect(await claim({ 'x-forged-signature': 's' })).toBeUndefined();
    expect(await claim({})).toMatchObject({ callUuid: 'c-1' });
  });

  test('gives sessions without recordings, tools and transfers a response for each', async () => {
    const { ports } = route({ audition: { plan: async () => undefined, log: { append: () => {} } } });
    const session = { kind: 'audition', callUuid: 'a-1' } as const;
    expect(await ports.recordings.write(session, 8000, new Int16Array(2))).toBe(true);
    expect(await ports.recordings.finish(session)).toBeUndefined();
    expect(await ports.tools.run(session, 'book', {}, { turn: 1 })).toEqual({
      ok: false,
      result: 'This session has no tools.',
    });
    expect(await ports.transfers.transfer(session, 'sales', '')).toBe('failed');
    expect(await ports.handOvers?.handOver(session, 'a')).toBeUndefined();
  });

  test('separates two kinds with the same session id', async () => {
    const calls: unknown[][] = [];
    const briefings: unknown[][] = [];
    const { ports } = route({ call: recordingKind(calls), briefing: recordingKind(briefings) });
    ports.log.append({ kind: 'briefing', callUuid: 'x' }, digit);
    await ports.recordings.finish({ kind: 'briefing', callUuid: 'x' });
    ports.log.append({ kind: 'call', callUuid: 'x' }, digit);
    expect(briefings).toEqual([
      ['append', 'x', digit],
      ['finish', 'x'],
    ]);
    expect(calls).toEqual([['append', 'x', digit]]);
  });

  test('returns no plan for a kind without a row, and consumes the token', async () => {
    const { claim } = route({});
    expect(await claim({ kind: 'practice', callUuid: 'p-1' })).toBeUndefined();
  });
});

describe('ports across a thread', () => {
  test('carry every method with its kind and its result', async () => {
    const said: unknown[][] = [];
    const { ports, claim } = route({ simulation: recordingKind(said) });
    const there = crossed(ports);
    const session = { kind: 'simulation', callUuid: 's-1' } as const;
    expect(await claim(session)).toMatchObject({ kind: 'simulation' });
    there.log.append(session, digit);
    expect(await there.recordings.write(session, 8000, Int16Array.of(1, -2))).toBe(false);
    await there.recordings.finish(session);
    expect(await there.tools.run(session, 'book', { day: 'Monday' }, { turn: 1 })).toEqual({
      ok: true,
      result: 'done',
    });
    expect(await there.transfers.transfer(session, 'sales', 'Wants a quote.')).toBe('accepted');
    expect(await there.handOvers?.handOver(session, 'b-2')).toBeUndefined();
    expect(said).toEqual([
      ['append', 's-1', digit],
      ['write', 's-1', 8000, Int16Array.of(1, -2)],
      ['finish', 's-1'],
      ['run', 's-1', 'book', { day: 'Monday' }, { turn: 1 }],
      ['transfer', 's-1', 'sales', 'Wants a quote.'],
      ['handOver', 's-1', 'b-2'],
    ]);
  });

  test('transfer samples instead of copying them', async () => {
    const there = crossed(route({ call: recordingKind([]) }).ports);
    const stereo = new Int16Array(8);
    await there.recordings.write({ kind: 'call', callUuid: 'c-1' }, 8000, stereo);
    expect(stereo.byteLength).toBe(0);
  });
});
