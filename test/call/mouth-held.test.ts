import { expect, test } from 'vitest';
import { createMouth } from '../../media/call/mouth/mouth.ts';
import { createRecorder } from '../../media/call/recording/recorder.ts';
import { createEchoGuard } from '../../media/turn/echo.ts';
import { createPacer } from '../../media/wire/pacer.ts';

test('a phrase that is made while the reply is held is said, and known to be heard, when it goes on', () => {
  let nowMs = 0;
  const sent: string[] = [];
  let played = false;
  const nothing = (): void => {};
  const pacer = createPacer({ rateHz: 8000, chunkMs: 20, leadMs: 60 });
  const mouth = createMouth({
    rateHz: 8000,
    chunkMs: 20,
    pacer,
    encode: () => new Uint8Array(160),
    send: (command) => sent.push(command.type === 'mark' ? command.name : command.type) > 0,
    nowMs: () => nowMs,
    recorder: createRecorder(96_000),
    echo: createEchoGuard({ rateHz: 8000 }),
    events: {
      audible: nothing,
      firstSent: nothing,
      firstPlayed: nothing,
      heard: nothing,
      played: () => (played = true),
    },
  });
  const say = (id: string, text: string): void => {
    mouth.phrase(id, text);
    mouth.audio(id, new Float32Array(4000).fill(0.1), [{ text, startMs: 0, endMs: 500 }]);
    mouth.seal(id);
  };
  const pass = (ms: number): void => {
    for (const end = nowMs + ms; nowMs < end; nowMs += 10) mouth.tick();
  };
  // Tones of keys that are still to be played are no part of the reply.
  pacer.queue('keys.1', new Float32Array(800));
  pacer.seal('keys.1');
  mouth.begin();
  say('p1', 'One');
  pass(200);
  expect(mouth.hold()).toBe(true);
  say('p2', 'two');
  mouth.end();
  pass(200);
  mouth.resume();
  pass(3000);
  expect(played).toBe(true);
  expect(mouth.heard.words.map(({ text, heard }) => `${text} ${heard}`)).toEqual([
    'One estimated_yes',
    'two estimated_yes',
  ]);
  expect(mouth.heard.words[0]?.startMs).toBeGreaterThanOrEqual(80);
});
