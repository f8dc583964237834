import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bubblesOf } from '../../client/call/bubbles.ts';
import { readServerMessage, type ServerMessage } from '../../client/call/messages.ts';
import { nextSession, noSession, type Session, type SessionEvent } from '../../client/call/session.ts';
import { spokenBy } from '../../console/src/call/bubbles.ts';

/** The messages of a call as the server sends them, one each 100 ms. */
function session(...steps: readonly (SessionEvent | Record<string, unknown>)[]): Session {
  return steps.reduce<Session>((state, step, index) => {
    const atMs = index * 100;
    if (!('event' in step)) return nextSession(state, { atMs, ...step } as SessionEvent);
    const message = readServerMessage(JSON.stringify(step));
    return nextSession(state, message === undefined ? { type: 'unreadable' } : { type: 'message', message, atMs });
  }, noSession);
}

const opened = [{ type: 'call_pressed' }, { type: 'microphone_open' }, { event: 'ready', call_uuid: 'u-1' }];
const caller = (text: string, final: boolean, id = 'c1') => ({
  event: 'transcript',
  id,
  speaker: 'caller',
  text,
  final,
});
const agent = (id: string, text: string, heard: number, final = false) => ({
  event: 'transcript',
  id,
  speaker: 'agent',
  text,
  final,
  heard,
});
const words = (state: Session): string[] => bubblesOf(state.captions).map(spokenBy('Agent'));

describe('a call session', () => {
  test('orders the phrases of a reply when it was joined in the middle', () => {
    const joined = session(
      ...opened,
      agent('a1.r1.p3', 'How can I help?', 4),
      agent('a1.r1.p1', 'This is Ava.', 3),
      agent('a1.r1.p2', 'Hello.', 1),
    );
    expect(words(joined)).toEqual(['Agent: This is Ava. Hello. How can I help?']);
    expect(words(session(...opened, agent('a2.r2.p1', 'Two.', 1), agent('a1.r1.p9', 'One.', 1)))).toEqual([
      'Agent: Two.',
      'Agent: One.',
    ]);
  });

  test('runs from the click to the end, and keeps its times', () => {
    expect(session({ type: 'call_pressed' }).phase).toBe('asking');
    expect(session(...opened.slice(0, 2)).phase).toBe('connecting');
    const live = session(...opened, { event: 'state', state: 'speaking' });
    expect(live).toMatchObject({ phase: 'live', callUuid: 'u-1', startedMs: 200, lineState: 'speaking' });
    const ended = session(...opened, { event: 'state', state: 'speaking' }, { event: 'ended', reason: 'silence' });
    expect(ended).toMatchObject({ phase: 'ended', endReason: 'silence', endedMs: 400 });
    expect(ended.lineState).toBeUndefined();
  });

  test('ignores a second click during a call, and starts again after it', () => {
    const live = session(...opened, caller('hi', true));
    expect(nextSession(live, { type: 'call_pressed' })).toBe(live);
    const ended = nextSession(live, { type: 'hung_up', atMs: 900 });
    expect(nextSession(ended, { type: 'call_pressed' })).toEqual({ ...noSession, phase: 'asking' });
  });

  test('leaves no trace if cancelled before the connection is open', () => {
    expect(session({ type: 'call_pressed' }, { type: 'hung_up' })).toEqual(noSession);
  });

  test('distinguishes a blocked microphone, a failed connection and a lost one', () => {
    const refused = session({ type: 'call_pressed' }, { type: 'failed', trouble: 'microphone_refused' });
    expect(refused).toMatchObject({ phase: 'failed', trouble: 'microphone_refused' });
    expect(session(...opened.slice(0, 2), { type: 'stream_closed' }).trouble).toBe('stream_refused');
    const cut = session(...opened, caller('I want', false), { type: 'stream_closed' });
    expect(cut).toMatchObject({ phase: 'failed', trouble: 'stream_lost', callUuid: 'u-1', endedMs: 400 });
    expect(words(cut)).toEqual(['You: I want']);
  });

  test('does not report the close after the end as an error', () => {
    const ended = session(...opened, { event: 'ended', reason: 'caller_goodbye' }, { type: 'stream_closed' });
    expect(ended).toMatchObject({ phase: 'ended', endReason: 'caller_goodbye' });
    expect(ended.trouble).toBeUndefined();
  });

  test('keeps a repeated latency once', () => {
    const latency = { event: 'latency', turn: 1, endpoint: 200, recognition: 0, agent: 20, total: 300, estimated: 0 };
    const { turns } = session(...opened, latency, { ...latency, total: 320 }, { ...latency, turn: 2 });
    expect(turns.map(({ turn, total }) => [turn, total])).toEqual([
      [1, 320],
      [2, 300],
    ]);
    expect(turns[0]).toMatchObject({ endpoint: 200, synthesis: 0, estimated: false });
  });
});

describe('captions', () => {
  test('a partial line grows in place and becomes final', () => {
    const partial = session(...opened, agent('a0.1', 'Hello.', 1, true), caller('I', false), caller('I want', false));
    expect(bubblesOf(partial.captions).map(({ final }) => final)).toEqual([true, false]);
    const final = nextSession(partial, { type: 'message', message: captionOf(caller('I want a', true)), atMs: 1 });
    expect(words(final)).toEqual(['Agent: Hello.', 'You: I want a']);
    expect(bubblesOf(final.captions)[1]?.final).toBe(true);
  });

  test('a partial line without result disappears', () => {
    expect(words(session(...opened, caller('uh', false), caller('', true)))).toEqual([]);
  });

  test('new words with the id of a final line start another line', () => {
    expect(words(session(...opened, caller('one', true), caller('two', false), caller('two', true)))).toEqual([
      'You: one',
      'You: two',
    ]);
  });

  test('phrases of one reply share a bubble; upcoming words have another shade', () => {
    const { captions } = session(...opened, agent('a1.1', 'Sure.', 1), agent('a1.2', 'Which day suits you?', 0));
    expect(bubblesOf(captions)).toMatchObject([
      {
        speaker: 'agent',
        final: false,
        runs: [
          { heard: 'yes', text: 'Sure.' },
          { heard: 'pending', text: 'Which day suits you?' },
        ],
      },
    ]);
  });

  test('after an interruption unheard words stay, marked', () => {
    const state = session(
      ...opened,
      agent('a1.1', 'Monday to Friday.', 3),
      agent('a1.2', 'On Saturday too.', 0),
      caller('wait', false, 'c2'),
      agent('a1.1', 'Monday to Friday.', 3, true),
      agent('a1.2', 'On Saturday too.', 1, true),
    );
    expect(words(state)).toEqual(['Agent: Monday to Friday. On (not heard: Saturday too.)', 'You: wait']);
  });

  test('a user who hangs up while the agent speaks still sees what was heard', () => {
    const state = session(
      ...opened,
      agent('a0.1', 'One two three.', 0),
      { type: 'hung_up' },
      agent('a0.1', 'One two three.', 2, true),
    );
    expect(words(state)).toEqual(['Agent: One two (not heard: three.)']);
  });

  test('words of a person have the person’s name, in either voice, and are never part of a reply', () => {
    const by = (name: string | null, more: object = {}) => ({ spoken_by: { kind: 'supervisor', name, ...more } });
    const state = session(
      ...opened,
      agent('a1.r1.p1', 'Sure.', 1, true),
      { ...agent('a2.r2.p1', 'We have an offer.', 4, true), ...by('Asha Rao', { through: 'agent' }) },
      { ...caller('Asha here.', true, 'p1'), speaker: 'agent', ...by('Asha Rao') },
      { ...caller('Still here.', true, 'p2'), speaker: 'agent', ...by(null) },
    );
    expect(words(state)).toEqual([
      'Agent: Sure.',
      'Agent, told by Asha Rao: We have an offer.',
      'Asha Rao, supervisor: Asha here.',
      'Supervisor: Still here.',
    ]);
  });

  test('replies to different turns are separate', () => {
    expect(words(session(...opened, agent('a1.1', 'Yes.', 1, true), agent('a2.1', 'No.', 1, true)))).toHaveLength(2);
  });
});

describe('server messages', () => {
  test('carry agent audio as base64 of 16-bit samples', () => {
    const payload = Buffer.from(new Int16Array([1, -2, 32767]).buffer).toString('base64');
    expect(readServerMessage(JSON.stringify({ event: 'media', payload }))).toEqual({
      type: 'media',
      samples: new Int16Array([1, -2, 32767]),
    });
  });

  test.each([
    ['not JSON', '{'],
    ['no object', '[]'],
    ['binary', new ArrayBuffer(4)],
    ['no event', '{}'],
    ['an unknown event', '{"event":"dance"}'],
    ['audio that is no base64', '{"event":"media","payload":"ä"}'],
    ['half a sample', '{"event":"media","payload":"AAAA"}'],
    ['a nameless mark', '{"event":"mark"}'],
    ['a caption without a side', '{"event":"transcript","id":"c1","text":"hi","final":true}'],
    ['a state of its own', '{"event":"state","state":"asleep"}'],
    ['a latency without a total', '{"event":"latency","turn":1}'],
  ])('%s is left out and counted', (_what, data) => {
    expect(readServerMessage(data)).toBeUndefined();
    expect(session(...opened, { type: 'unreadable' })).toMatchObject({ phase: 'live', unreadable: 1 });
  });

  test('of any content leave the page working', () => {
    const event = fc.constantFrom('ready', 'media', 'mark', 'clear', 'transcript', 'state', 'latency', 'ended');
    const message = fc.record({ event, id: fc.jsonValue(), text: fc.jsonValue(), final: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.oneof(message, fc.jsonValue())), (sent) => {
        const end = sent.reduce<Session>(
          (state, item) => {
            const read = readServerMessage(JSON.stringify(item));
            return nextSession(
              state,
              read === undefined ? { type: 'unreadable' } : { type: 'message', message: read, atMs: 1 },
            );
          },
          session(...opened),
        );
        expect(['live', 'ended']).toContain(end.phase);
        expect(() => bubblesOf(end.captions)).not.toThrow();
      }),
    );
  });
});

function captionOf(fields: Record<string, unknown>): ServerMessage {
  const message = readServerMessage(JSON.stringify(fields));
  if (message === undefined) throw new Error('no caption');
  return message;
}
