import { expect, test } from 'vitest';
import { createSpeechOutput } from '../../media/call/output/speech-output.ts';
import { createRecorder } from '../../media/call/recording/recorder.ts';
import { createEchoGuard } from '../../media/turn/echo.ts';
import { createPacer } from '../../media/wire/pacer.ts';

test('a phrase synthesised while the reply is held is spoken and counted as heard after it resumes', () => {
  let nowMs = 0;
  const sent: string[] = [];
  let played = false;
  const nothing = (): void => {};
  const pacer = createPacer({ rateHz: 8000, chunkMs: 20, leadMs: 60 });
  const output = createSpeechOutput({
    rateHz: 8000,
    chunkMs: 20,
    pacer,
    encode: () => new Uint8Array(160),
    send: (command) => sent.push(command.type === 'mark' ? command.name : command.type) > 0,
    nowMs: () => nowMs,
    recorder: createRecorder(96_000),
    echo: createEchoGuard({ rateHz: 8000 }),
    events: {
      firstSent: nothing,
      firstPlayed: nothing,
      heard: nothing,
      played: () => (played = true),
    },
  });
  const say = (id: string, text: string): void => {
    output.phrase(id, text);
    output.audio(id, new Float32Array(4000).fill(0.1), [{ text, startMs: 0, endMs: 500 }]);
    output.seal(id);
  };
  const pass = (ms: number): void => {
    for (const end = nowMs + ms; nowMs < end; nowMs += 10) output.tick();
  };
  // Tones of keys that are still to be played are no part of the reply.
  pacer.queue('keys.1', new Float32Array(800));
  pacer.seal('keys.1');
  output.begin();
  say('p1', 'One');
  pass(200);
  expect(output.hold()).toBe(true);
  say('p2', 'two');
  output.end();
  pass(200);
  output.resume();
  pass(3000);
  expect(played).toBe(true);
  expect(output.heard.words.map(({ text, heard }) => `${text} ${heard}`)).toEqual([
    'One estimated_yes',
    'two estimated_yes',
  ]);
  expect(output.heard.words[0]?.startMs).toBeGreaterThanOrEqual(80);
});
