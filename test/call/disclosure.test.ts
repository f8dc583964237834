import { describe, expect, test } from 'vitest';
import { disclosureIn } from '../../media/call/dialogue/disclosure.ts';
import type { AgentRequest } from '../../media/line/agent.ts';
import type { CallPlan, DisclosureProof, TranscriptWord } from '../../media/ports.ts';
import {
  agentPlan,
  openScriptedCall,
  type ScriptedCall,
  type ScriptedCallOptions,
  say,
  script,
} from './scripted-call.ts';

const text = 'This call is recorded for training.';
const greeting = 'Hello from Maple. How can I help?';

/** Greets as the embedded agent does: the disclosure before the question, unless it has been said. */
const brain = ({ input }: AgentRequest) => {
  if (input.kind !== 'opening') return script(say('Fine.'));
  return script(say(...(input.disclosed ? [greeting] : ['Hello from Maple.', text, 'How can I help?'])));
};

const open = (options: Partial<ScriptedCallOptions> = {}, plan: Partial<CallPlan> = {}): Promise<ScriptedCall> =>
  openScriptedCall({ brain, plan: { brain: { ...agentPlan, recordingDisclosure: text }, ...plan }, ...options });

const required = { disclosureRequired: true } as const;

const proofs = (call: ScriptedCall): readonly DisclosureProof[] =>
  call.events.flatMap((event) => (event.type === 'disclosure' ? [event.disclosure] : []));

describe('a recording disclosure in the greeting', () => {
  test('is proven heard, with words and times, by acknowledgements', async () => {
    const call = await open();
    await call.pass(6000);
    await call.hangUp();
    expect(proofs(call)).toHaveLength(1);
    const [proof] = proofs(call);
    expect(proof).toMatchObject({ text, inFull: true, evidence: 'acknowledged', heardWords: 6, totalWords: 6 });
    expect(proof?.words.map((word) => word.text).join(' ')).toBe(text);
    // Three words of 300 ms come before it.
    expect(proof?.startMs).toBeGreaterThanOrEqual(900);
    expect((proof?.endMs ?? 0) - (proof?.startMs ?? 0)).toBeGreaterThanOrEqual(6 * 300);
  });

  test.each([
    ['no acknowledgement', { deaf: true }],
    ['acknowledgements that come too late', { acks: { delayMs: 4000 } }],
  ] as const)('is estimated with %s', async (_, options) => {
    const call = await open(options);
    await call.pass(8000);
    await call.hangUp();
    expect(proofs(call)).toHaveLength(1);
    expect(proofs(call)[0]).toMatchObject({ inFull: true, evidence: 'estimated', heardWords: 6 });
  });

  test('is cut off by a caller who interrupts', async () => {
    const call = await open({ words: ['stop stop stop, I want to book now'] });
    await call.pass(1600);
    await call.pass(1200, 'speaking');
    await call.pass(6000);
    await call.hangUp();
    const [proof] = proofs(call);
    expect(proof).toMatchObject({ inFull: false, evidence: 'cut_off', totalWords: 6 });
    expect(proof?.heardWords).toBeLessThan(6);
    expect(proof?.heardWords).toBeGreaterThan(0);
  });
});

describe('a required recording disclosure', () => {
  test('comes first, and is said once', async () => {
    const call = await open({}, required);
    await call.pass(8000);
    await call.hangUp();
    expect(call.lines()).toEqual([`agent: ${text}`, `agent: ${greeting}`]);
    expect(proofs(call)).toMatchObject([{ inFull: true, evidence: 'acknowledged' }]);
  });

  test('is not interrupted by a caller, whose words are answered afterwards', async () => {
    const call = await open({ words: ['stop stop stop, I want to book now'] }, required);
    await call.pass(500);
    await call.pass(1000, 'speaking');
    await call.pass(9000);
    await call.hangUp();
    expect(proofs(call)).toMatchObject([{ inFull: true, heardWords: 6 }]);
    const agent = call.lines().filter((line) => line.startsWith('agent'));
    expect(agent[0]).toBe(`agent: ${text}`);
    expect(agent.at(-1)).toBe('agent: Fine.');
  });

  test.each([
    ['no acknowledgement', { deaf: true }],
    ['acknowledgements that come too late', { acks: { delayMs: 1500 } }],
  ] as const)('holds nothing up with %s', async (_, options) => {
    const call = await open(options, required);
    await call.pass(9000);
    await call.hangUp();
    expect(proofs(call)).toMatchObject([{ inFull: true, evidence: 'estimated' }]);
    expect(call.lines()).toEqual([`agent: ${text}`, `agent: ${greeting}`]);
  });

  test('is repeated until it is heard in full, and the call ends if it cannot be said', async () => {
    let failures = 2;
    const speech: ScriptedCallOptions['speech'] = {
      async *run(job, signal) {
        if (job.text === text && failures-- > 0) throw new Error('no voice');
        const words = job.text.split(' ');
        if (signal.aborted) return;
        const timed = words.map((each, i) => ({ text: each, startMs: i * 300, endMs: (i + 1) * 300 }));
        yield { samples: new Float32Array(words.length * 300 * (job.rateHz / 1000)).fill(0.1), words: timed };
      },
    };
    const call = await open({ speech }, required);
    await call.pass(16_000);
    await call.hangUp();
    expect(proofs(call)).toMatchObject([{ inFull: true }]);
    expect(call.lines().at(-1)).toBe(`agent: ${greeting}`);

    failures = 1000;
    const silent = await open({ speech }, required);
    await silent.pass(40_000);
    expect(silent.events.find((event) => event.type === 'ended')).toMatchObject({ reason: 'fault' });
    expect(silent.lines().join(' ')).not.toContain('Maple');
  });
});

describe('the heard part of a disclosure', () => {
  const words = (said: string, heard: TranscriptWord['heard']): TranscriptWord[] =>
    said.split(' ').map((word, i) => ({ text: word, startMs: i * 100, endMs: (i + 1) * 100, heard: heard ?? 'no' }));

  test.each([
    ['another sentence', words('How can I help you with this call?', 'yes'), undefined],
    ['its beginning only', words('Hello. This call is', 'yes'), { heardWords: 3, inFull: false, evidence: 'cut_off' }],
    ['none of it', words(text, 'no'), { heardWords: 0, inFull: false, evidence: 'cut_off' }],
    ['all of it in other letters', words('this CALL is recorded, for training', 'yes'), { inFull: true }],
  ] as const)('%s', (_, said, proof) => {
    if (proof === undefined) expect(disclosureIn(text, said)).toBeUndefined();
    else expect(disclosureIn(text, said)).toMatchObject(proof);
  });
});
