import { expect, test } from 'vitest';
import { createSpeechMeter } from '../../media/call/speech-meter.ts';
import { MediaFault } from '../../media/line/fault.ts';
import type { RecogniseJob, SpeakJob } from '../../media/line/speech.ts';

const signal = new AbortController().signal;
const utterance = { text: 'hello', words: [], confidence: 1, languageCode: 'en', decodeMs: 1 };

/** Engines `remote`, of a server, and `local`. A job with the text or the prompt "fail" fails. */
function openMeter() {
  const recogniser = {
    async *run({ prompt }: RecogniseJob) {
      if (prompt === 'fail') throw new MediaFault('speech_engine_failed', 'it failed');
      yield utterance;
    },
  };
  const hosts = [
    { engine: 'local', host: 'model' },
    { engine: 'remote', host: 'network' },
  ];
  const meter = createSpeechMeter({
    available: { recognisers: hosts, synthesisers: hosts, voices: [] } as never,
    recognisers: new Map(hosts.map(({ engine }) => [engine, recogniser])),
    speech: {
      async *run({ text }: SpeakJob) {
        if (text === 'fail') throw new MediaFault('speech_engine_failed', 'it failed');
        yield { samples: new Float32Array(4000) };
        yield { samples: new Float32Array(4000) };
      },
    },
  });
  const drain = async (pieces: AsyncIterable<unknown> | undefined) => {
    for await (const _piece of pieces ?? []);
  };
  const hear = (engine: string, more: Partial<RecogniseJob>) =>
    drain(
      meter.recognisers
        .get(engine)
        ?.run({ samples: new Float32Array(8000), rateHz: 8000, languageCode: 'en', kind: 'final', ...more }, signal),
    );
  const say = (engine: string, text: string) =>
    drain(meter.speech.run({ text, rateHz: 8000, voice: { engine, voice: 'v' } }, signal));
  return { meter, hear, say };
}

test('counts the audio of an utterance once, however often it is repeated', async () => {
  const { meter, hear } = openMeter();
  const first = { id: 'u1', fromSamples: 0 };
  await hear('remote', { kind: 'partial', utterance: first });
  await hear('remote', { samples: new Float32Array(16_000), utterance: first });
  await hear('remote', { utterance: { id: 'u2', fromSamples: 4000 } });
  await hear('remote', {});
  expect(meter.used()).toEqual([{ part: 'recognition', engine: 'remote', audioMs: 4500, characters: 0 }]);
});

test('counts the characters and the audio of what a server spoke', async () => {
  const { meter, say } = openMeter();
  await say('remote', 'Good morning.');
  await say('remote', 'Yes.');
  expect(meter.used()).toEqual([{ part: 'synthesis', engine: 'remote', audioMs: 2000, characters: 17 }]);
});

test('counts nothing of engines of this installation, and nothing of failed requests', async () => {
  const { meter, hear, say } = openMeter();
  await hear('local', {});
  await say('local', 'Good morning.');
  await expect(hear('remote', { prompt: 'fail' })).rejects.toThrow('it failed');
  await expect(say('remote', 'fail')).rejects.toThrow('it failed');
  expect(meter.used()).toEqual([]);
});
