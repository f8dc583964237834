import { defaultSpeaker as speaker } from '../../synthesiser/speakers.ts';
import type { CallEquipment } from '../equipment.ts';

/**
 * The first run of a model lays out its memory and costs several times a later one: it is done before the first caller
 * needs it, and at least once on every thread, without holding up the start.
 */
export async function warmUp(
  models: Pick<CallEquipment, 'recognise' | 'endOfTurn' | 'speech'>,
  threads: number,
  signal: AbortSignal,
): Promise<void> {
  const samples = Float32Array.from({ length: 16_000 }, (_, i) => 0.1 * Math.sin(i / 9) * Math.sin(i / 900));
  const drain = async (results: AsyncIterable<unknown>): Promise<void> => {
    for await (const _ of results);
  };
  const once = (): Promise<void>[] => [
    drain(models.speech.run({ text: 'Hello, one moment please.', voice: { speaker }, rateHz: 8000 }, signal)),
    drain(models.speech.run({ text: 'Hello, one moment please.', voice: { speaker }, rateHz: 16_000 }, signal)),
    drain(
      models.recognise.run({ samples: samples.slice(), rateHz: 8000, languageCode: 'en-US', kind: 'final' }, signal),
    ),
    drain(models.endOfTurn.run({ samples: samples.slice(), rateHz: 8000 }, signal)),
  ];
  // Jobs given at the same moment go to different threads, the least loaded first.
  await Promise.all(Array.from({ length: threads }, once).flat());
}
