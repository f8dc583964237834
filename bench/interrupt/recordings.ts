import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { whisper } from '../../media/engines/whisper/spec.ts';
import type { SpeechHints } from '../../media/line/speech.ts';
import type { Heard } from '../../media/turn/overlap-tokens.ts';
import type { LineModels } from './models.ts';
import { makeSet, type Occurrence, type Part } from './set.ts';
import { atLevel, hiss, joined } from './sounds.ts';
import { spokenKinds } from './spoken-texts.ts';

/** Recognition result of one recording of speech over a reply. */
export interface HeardRecording {
  readonly part: Part;
  readonly kind: Occurrence['kind'];
  readonly isInterruption: boolean;
  readonly said: string;
  readonly speechMs: number;
  readonly heard: Heard;
}

/** Audio before an onset and after a detected end, as in a call. */
const leadMs = 320;
const tailMs = 160;
const rateHz = 8000;
const silence = (ms: number): Float32Array => new Float32Array((ms * rateHz) / 1000);

interface RecordingOptions {
  readonly each: number;
  readonly seed: number;
  readonly part: Part;
  readonly hints: SpeechHints;
}

/** Recognises each spoken occurrence of a part separately and yields its final words, as a call has them. */
export async function* hearRecordings(
  models: LineModels,
  { each, seed, part, hints }: RecordingOptions,
): AsyncGenerator<HeardRecording> {
  const recogniser = models.recognisers.get(whisper.name);
  const set = makeSet(each, { seed, part }).filter(({ kind }) => spokenKinds.some((one) => one === kind));
  for (const [nth, { kind, cuts, sound, noiseDbfs }] of set.entries()) {
    if (sound.from !== 'speech' || recogniser === undefined) continue;
    const speech = atLevel(await models.speak(sound.text, sound.speaker, sound.pace), sound.levelDbfs);
    const dry = joined([silence(leadMs), speech, silence(tailMs)]);
    const noise = hiss(nth + 1, (1000 * dry.length) / rateHz + 1, noiseDbfs);
    const samples = decodeMulaw(encodeMulaw(dry.map((x, i) => x + (noise[i] as number))));
    const job = {
      samples: Float32Array.from(samples),
      rateHz,
      languageCode: 'en-US',
      kind: 'final',
      ...hints,
    } as const;
    for await (const { text, confidence, words, likely } of recogniser.run(job, { aborted: false })) {
      const heard: Heard = { text, confidence, words, ...(likely === undefined ? {} : { likely }) };
      const speechMs = (1000 * speech.length) / rateHz;
      yield { part, kind, isInterruption: cuts, said: sound.text, speechMs, heard };
    }
  }
}
