import type { EngineClient } from '../line/engine.ts';
import { MediaFault } from '../line/fault.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance, VoiceSpec } from '../line/speech.ts';
import { pronunciationsIn } from '../synthesiser/pronunciations.ts';
import type { AvailableRecogniser } from './available.ts';

type Recogniser = EngineClient<RecogniseJob, Utterance>;
type Synthesiser = EngineClient<SpeakJob, SpeakResult>;

/** Returns the recogniser of a call. An engine without partial results receives only whole utterances. */
export function recogniserOf(
  { engine, partialResults }: AvailableRecogniser,
  recognisers: ReadonlyMap<string, Recogniser>,
): Recogniser {
  const client = recognisers.get(engine);
  if (client === undefined) throw new MediaFault('engine_died', `the speech engine "${engine}" is not running`);
  if (partialResults) return client;
  return {
    async *run(job, signal) {
      if (job.kind === 'final') yield* client.run(job, signal);
    },
  };
}

/** One synthesiser for all voices, which sends each job to the engine of its voice. Throws `voice_unknown`. */
export const synthesiserOf = (synthesisers: ReadonlyMap<string, Synthesiser>): Synthesiser => ({
  async *run(job, signal) {
    const client = synthesisers.get(job.voice.engine);
    if (client === undefined)
      throw new MediaFault('voice_unknown', `the speech engine "${job.voice.engine}" is not running`);
    yield* client.run({ ...job, voice: ofText(job.voice, job.text) }, signal);
  },
});

/** Keeps only the pronunciations of words in the text, so that jobs do not include an organisation's whole lexicon. */
function ofText({ pronunciations, ...voice }: VoiceSpec, text: string): VoiceSpec {
  const found = pronunciations === undefined ? [] : pronunciationsIn(text, pronunciations);
  return found.length === 0 ? voice : { ...voice, pronunciations: found };
}
