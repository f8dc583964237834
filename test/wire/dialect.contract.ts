import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WireFormat } from '../../media/line/audio.ts';
import type { Dialect, DialectSession, ParseResult, WireCommand, WireEvent, WireFault } from '../../media/line/wire.ts';

export type Frame = string | Uint8Array;

/** Messages of a dialect's far end, as in its provider's documentation. */
export interface ScriptedFarEnd {
  readonly format: WireFormat;
  readonly start: string;
  /** Messages before or beside the stream that must be ignored. */
  readonly noise: readonly string[];
  /** A text frame with base64, or the audio itself. */
  media(payload: Uint8Array): Frame;
  /** Sequence number of the `media` message, if the dialect counts them. */
  readonly number?: number;
  readonly dtmf: string;
  played(name: string): string;
  /** Absent if the dialect does not report cleared audio. */
  readonly cleared?: string;
  /** Absent if the far end only closes the socket. */
  readonly stop?: string;
  /** Whether audio travels in binary frames, whose format the start states in one text. */
  readonly isBinary?: true;
  /** Translates a sent message into the line's terms; never called with binary frames. */
  read(frame: Frame): unknown;
  /** Bytes of agent audio that the dialect accepts at once without cutting or padding. */
  readonly payloadBytes: number;
  /** Commands without a message in this dialect. */
  readonly silent: readonly WireCommand['type'][];
}

const json = (value: unknown): string => JSON.stringify(value);

const eventsOf = (result: ParseResult): readonly WireEvent[] => {
  if (!result.ok) throw new Error(`refused: ${result.fault.code}: ${result.fault.detail}`);
  return result.events;
};
const faultOf = (result: ParseResult): WireFault => {
  if (result.ok) throw new Error('was accepted');
  return result.fault;
};

/** The contract of `Dialect`, the same for every far end. */
export function dialectContract(dialect: Dialect, far: ScriptedFarEnd): void {
  const fresh = (): DialectSession => dialect.open();
  const started = (): DialectSession => {
    const session = fresh();
    eventsOf(session.parse(far.start));
    return session;
  };
  const cleared = far.cleared === undefined ? [] : [far.cleared];
  const stop = far.stop === undefined ? [] : [far.stop];
  const isBinary = far.isBinary === true;
  const samples = Uint8Array.from({ length: 320 }, (_, i) => (i * 37) & 255);

  describe(`${dialect.name} dialect`, () => {
    it('reads a call from start to stop', () => {
      const session = fresh();
      const told = [
        ...far.noise,
        far.start,
        far.media(samples),
        far.dtmf,
        far.played('reply-1.2 "naïve" नमस्ते'),
        ...cleared,
        ...stop,
      ].flatMap((message) => eventsOf(session.parse(message)));
      const reported = cleared.map(() => 'cleared');
      const ended = stop.map(() => 'stop');
      expect(told.map(({ type }) => type)).toEqual(['start', 'audio', 'dtmf', 'played', ...reported, ...ended]);
      expect(told[0]).toMatchObject({ format: far.format });
      const number = far.number === undefined ? {} : { number: far.number };
      expect(told[1]).toEqual({ type: 'audio', payload: expect.any(Uint8Array), ...number });
      expect(new Uint8Array((told[1] as { payload: Uint8Array }).payload)).toEqual(samples);
      expect(told[2]).toEqual({ type: 'dtmf', digit: '5' });
      expect(told[3]).toEqual({ type: 'played', name: 'reply-1.2 "naïve" नमस्ते' });
    });

    it('returns audio in its own memory', () => {
      const session = started();
      const [first] = eventsOf(session.parse(far.media(samples))) as unknown as [{ payload: Uint8Array }];
      for (let i = 0; i < 50; i += 1) session.parse(far.media(new Uint8Array(320)));
      expect(new Uint8Array(first.payload)).toEqual(samples);
      expect(first.payload.byteOffset).toBe(0);
    });

    it('writes what the far end reads', () => {
      const session = started();
      const payload = Uint8Array.from({ length: far.payloadBytes }, (_, i) => i & 255);
      const commands: WireCommand[] = [
        { type: 'audio', payload },
        { type: 'mark', name: 'a "quoted" \\ name' },
        { type: 'clear' },
        { type: 'dtmf', digit: '#' },
        { type: 'ready', callUuid: 'c-1' },
        {
          type: 'transcript',
          caption: { id: 'line-7', speaker: 'agent', text: 'Good "day"', final: true, heardWords: 1 },
        },
        { type: 'state', state: 'speaking' },
        { type: 'latency', turn: 3, stages: { total: 412, agent: 20 } },
        { type: 'ended', reason: 'agent_goodbye' },
      ];
      for (const command of commands) {
        const printed = session.print(command);
        if (far.silent.includes(command.type)) expect(printed).toEqual([]);
        else expect(printed.map((frame) => far.read(frame))).toEqual([command]);
      }
    });

    it('writes no audio before the stream’s format is known', () => {
      expect(fresh().print({ type: 'audio', payload: new Uint8Array(far.payloadBytes) })).toEqual([]);
    });

    it('names unknown events, and ignores everything after the end', () => {
      const session = started();
      for (const [message, detail] of [
        [json({ event: 'news', deep: { er: [1, 2] } }), '"news"'],
        [json({ event: 'n'.repeat(60_000) }), JSON.stringify('n'.repeat(40))],
      ] as const) {
        expect(faultOf(session.parse(message))).toMatchObject({ code: 'unknown_event', detail });
      }
      if (far.stop === undefined) return;
      expect(eventsOf(session.parse(far.stop))).toHaveLength(1);
      for (const late of [far.stop, far.media(samples), far.start, far.dtmf]) {
        expect(eventsOf(session.parse(late))).toEqual([]);
      }
    });

    it('accepts an acknowledgement of cleared audio', () => {
      const session = started();
      session.print({ type: 'mark', name: 'cut' });
      session.print({ type: 'clear' });
      expect(eventsOf(session.parse(far.played('cut')))).toEqual([{ type: 'played', name: 'cut' }]);
    });

    it('rejects an invalid key', () => {
      const session = started();
      for (const digit of ['"12"', '"x"', '{}', '""', 'null']) {
        const message = far.dtmf.replace(/"digit":("5"|5)/, `"digit":${digit}`);
        expect(message).not.toBe(far.dtmf);
        expect(faultOf(session.parse(message))).toMatchObject({ code: 'bad_message', detail: 'dtmf without a digit' });
      }
    });

    const mediaWith = (payload: unknown): string => {
      const shape = JSON.parse(far.media(samples) as string) as { payload?: unknown; media?: { payload: unknown } };
      if (shape.media === undefined) shape.payload = payload;
      else shape.media.payload = payload;
      return json(shape);
    };
    const malformed: readonly [string, Frame, WireFault['code'], number][] = [
      ['half a message', far.dtmf.slice(0, -2), 'not_json', 1007],
      ['an empty message', '', 'not_json', 1007],
      ['no JSON', 'hello', 'not_json', 1007],
      ['NaN as a number', '{"event":"media","timestamp":NaN}', 'not_json', 1007],
      ['an array', '[]', 'bad_message', 1008],
      ['a number', '7', 'bad_message', 1008],
      ['null', 'null', 'bad_message', 1008],
      ['no event', '{}', 'bad_message', 1008],
      ['an event that is not text', '{"event":{"media":1}}', 'bad_message', 1008],
      ['brackets without end', '['.repeat(65_000), 'not_json', 1007],
      ['deep nesting', `{"event":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'bad_message', 1008],
      ['a fault in disguise', '{"code":"x","closeCode":4,"detail":"y"}', 'bad_message', 1008],
      [
        'an acknowledgement without a name',
        far.played('x').replace(/"(name|correlation_id)":"x"/, '"other":1'),
        'bad_message',
        1008,
      ],
      ['a second start', far.start, 'out_of_order', 1008],
      ...(isBinary ? [] : malformedPayloads()),
    ];
    function malformedPayloads(): [string, Frame, WireFault['code'], number][] {
      return [
        ['a payload that is a number', mediaWith(12), 'bad_audio', 1007],
        ['a payload that is missing', mediaWith(undefined), 'bad_audio', 1007],
        ['a payload that is not base64', mediaWith('not base64!!'), 'bad_audio', 1007],
        ['a payload that is null', mediaWith(null), 'bad_audio', 1007],
        ['a payload one character short', mediaWith('AAAAA'), 'bad_audio', 1007],
        ['a payload padded in the middle', mediaWith('AA==AAAA'), 'bad_audio', 1007],
      ];
    }

    it.each(malformed)('rejects %s', (_, message, code, closeCode) => {
      expect(faultOf(started().parse(message))).toMatchObject({ code, closeCode, detail: expect.any(String) });
    });

    it('rejects media before start', () => {
      expect(faultOf(fresh().parse(far.media(samples)))).toMatchObject({ code: 'out_of_order', closeCode: 1008 });
    });

    it.skipIf(isBinary).each([
      ['another encoding', /"encoding":"[^"]*"/, '"encoding":"opus"'],
      ['an encoding that is not text', /"encoding":"[^"]*"/, '"encoding":7'],
      ['another rate', /"(sampleRate|sample_rate)":("?)\d+"?/, '"$1":11025'],
      ['a rate that is none', /"(sampleRate|sample_rate)":("?)\d+"?/, '"$1":"fast"'],
    ])('refuses a start with %s', (_, what, instead) => {
      const message = far.start.replace(what, instead);
      expect(message).not.toBe(far.start);
      expect(faultOf(fresh().parse(message))).toMatchObject({ code: 'bad_message' });
    });

    it.skipIf(isBinary)('accepts numbers as text and text as numbers', () => {
      const loose = far.start.replace(/"(sampleRate|sample_rate)":"?(\d+)"?/, (whole, key, digits) =>
        whole.endsWith('"') ? `"${key}":${digits}` : `"${key}":"${digits}"`,
      );
      expect(loose).not.toBe(far.start);
      expect(eventsOf(fresh().parse(loose))).toMatchObject([{ type: 'start', format: far.format }]);
    });

    it('treats an empty payload as no audio', () => {
      const empty = isBinary ? [new Uint8Array(0)] : ['', '\n'].map(mediaWith);
      for (const message of empty) expect(eventsOf(started().parse(message))).toEqual([]);
    });

    it.skipIf(isBinary).each([
      ['with line breaks', (text: string) => text.replace(/.{76}/g, '$&\r\n')],
      ['between spaces', (text: string) => ` ${text} `],
      ['in the URL alphabet', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
      ['without its padding', (text: string) => text.replace(/=+$/, '')],
    ])('reads base64 %s', (_, spell) => {
      const text = Buffer.from(samples).toString('base64');
      expect(spell(text)).not.toBe(text);
      const [event] = eventsOf(started().parse(mediaWith(spell(text)))) as unknown as [{ payload: Uint8Array }];
      expect(new Uint8Array(event.payload)).toEqual(samples);
    });

    it('reads a message after a byte order mark', () => {
      expect(eventsOf(fresh().parse(`\ufeff${far.start}`))).toMatchObject([{ type: 'start', format: far.format }]);
    });

    it('continues after a message that it rejected', () => {
      const session = started();
      for (const [, message] of malformed) faultOf(session.parse(message));
      expect(eventsOf(session.parse(far.media(samples)))).toMatchObject([{ type: 'audio' }]);
      if (far.stop !== undefined) expect(eventsOf(session.parse(far.stop))).toMatchObject([{ type: 'stop' }]);
    });

    it.skipIf(isBinary).each([1e308, -1, 0.5, '7', '99999999999999999999', 'x', null, {}])(
      'reads audio with the number %j',
      (number) => {
        const shape = JSON.parse(far.media(samples) as string);
        Object.assign(shape, { sequenceNumber: number, sequence_number: number });
        Object.assign(shape.media ?? shape, { chunk: number, timestamp: number });
        expect(eventsOf(started().parse(json(shape)))).toMatchObject([{ type: 'audio' }]);
      },
    );

    it('requests whole frames at its sample rates', () => {
      for (const rateHz of [8000, 16000, 24000, 48000] as const) {
        const { chunkMs, leadMs } = dialect.chunking({ encoding: 'l16', rateHz });
        expect(Number.isInteger((rateHz * chunkMs) / 1000)).toBe(true);
        expect(leadMs).toBeGreaterThan(0);
      }
    });

    it('never throws on 20,000 mutated messages', () => {
      const audio = isBinary ? [] : [far.media(samples) as string];
      const seeds = [...far.noise, far.start, ...audio, far.dtmf, far.played('m'), ...cleared, ...stop];
      const leaf = fc.oneof(
        fc.constantFrom<unknown>(null, true, -1, 1e308, '', 'AAAA', '\ud800', [], {}, { media: {} }, '__proto__'),
        fc.string(),
        fc.integer(),
      );
      const keys = ['event', 'start', 'media', 'payload', 'dtmf', 'digit', 'mark', 'name', 'extra_headers', 'stop'];
      const mutation = fc.oneof(
        fc.record({
          seed: fc.constantFrom(...seeds),
          at: fc.nat(),
          insert: fc.string({ maxLength: 3 }),
          cut: fc.nat(5),
        }),
        fc.record({ seed: fc.constantFrom(...seeds), key: fc.constantFrom(...keys), value: leaf }),
        fc.record({ raw: fc.oneof(fc.string(), fc.json(), fc.uint8Array({ maxLength: 50 })) }),
      );
      const render = (mutant: {
        seed?: string;
        at?: number;
        insert?: string;
        cut?: number;
        key?: string;
        value?: unknown;
        raw?: Frame;
      }): Frame => {
        if (mutant.raw !== undefined) return mutant.raw;
        const seed = mutant.seed as string;
        if (mutant.key !== undefined) return replaceKey(seed, mutant.key, mutant.value);
        const at = (mutant.at as number) % (seed.length + 1);
        return seed.slice(0, at) + mutant.insert + seed.slice(at + (mutant.cut as number));
      };
      let session = fresh();
      let used = 0;
      const codes = ['not_json', 'bad_message', 'out_of_order', 'bad_audio', 'unexpected_binary', 'unknown_event'];
      const known = new Set(codes);
      const seen = new Set<string>();
      fc.assert(
        fc.property(mutation, (mutant) => {
          used += 1;
          if (used % 10 === 0) session = fresh();
          if (used % 10 === 1) session.parse(far.start);
          const result = session.parse(render(mutant));
          if (result.ok) {
            for (const event of result.events) seen.add(event.type);
          } else {
            seen.add(result.fault.code);
            expect(known.has(result.fault.code)).toBe(true);
            expect([1003, 1007, 1008, 1009]).toContain(result.fault.closeCode);
          }
          session.print({ type: 'mark', name: 'm' });
        }),
        { numRuns: 20_000 },
      );
      expect([...seen]).toEqual(
        expect.arrayContaining(['audio', ...stop.map(() => 'stop'), 'not_json', 'bad_message', 'out_of_order']),
      );
    });
  });
}

function replaceKey(seed: string, key: string, value: unknown): string {
  return json(JSON.parse(seed, (name, old: unknown) => (name === key ? value : old)));
}
