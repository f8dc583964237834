import type { EngineHost } from '../../engines/spec.ts';
import { resolveVoice } from '../../engines/voices.ts';
import type { CallEquipment } from '../equipment.ts';

/**
 * Runs each model at least once on every thread, before the first caller needs it and without delaying the start. The
 * first run of a model allocates its memory and costs several times a later one.
 */
export async function warmUp(
  models: Pick<CallEquipment, 'recognisers' | 'endOfTurn' | 'speech' | 'available'>,
  threads: number,
  signal: AbortSignal,
): Promise<void> {
  const samples = Float32Array.from({ length: 16_000 }, (_, i) => 0.1 * Math.sin(i / 9) * Math.sin(i / 900));
  const drain = async (results: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of results);
  };
  const { recognisers, synthesisers, voices } = models.available;
  const hosted = <One extends { readonly host: EngineHost }>(all: readonly One[]): readonly One[] =>
    all.filter(({ host }) => host === 'model');
  const spoken = hosted(synthesisers).flatMap(({ engine }) => voices.find((voice) => voice.engine === engine) ?? []);
  const once = (): Promise<void>[] => [
    ...spoken.flatMap((row) =>
      row.sampleRatesHz.map((rateHz) => {
        const voice = resolveVoice(row, {});
        return drain(models.speech.run({ text: 'Hello, one moment please.', voice, rateHz }, signal));
      }),
    ),
    ...hosted(recognisers).flatMap(({ engine, languages: [languageCode] }) => {
      const client = models.recognisers.get(engine);
      if (client === undefined || languageCode === undefined) return [];
      return [drain(client.run({ samples: samples.slice(), rateHz: 8000, languageCode, kind: 'final' }, signal))];
    }),
    drain(models.endOfTurn.run({ samples: samples.slice(), rateHz: 8000 }, signal)),
  ];
  // Jobs submitted at the same moment go to different threads, the least loaded first.
  await Promise.all(Array.from({ length: threads }, once).flat());
}
