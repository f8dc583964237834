import type { EngineClient } from '../line/engine.ts';
import type { RecogniseJob, Utterance } from '../line/speech.ts';
import type { SpeechUse } from '../ports.ts';
import type { CallEquipment } from './equipment.ts';

type Recogniser = EngineClient<RecogniseJob, Utterance>;
type SpeechEquipment = Pick<CallEquipment, 'recognisers' | 'speech'>;

export interface SpeechMeter extends SpeechEquipment {
  /** What speech servers did for the call; nothing for engines of this installation. */
  used(): SpeechUse[];
}

/** Counts what a call asks of speech servers and receives. Failed requests are not counted. */
export function createSpeechMeter({
  available,
  recognisers,
  speech,
}: SpeechEquipment & Pick<CallEquipment, 'available'>): SpeechMeter {
  const isRemote = ({ host }: { readonly host: string }): boolean => host === 'network';
  const recognising = new Map<string, AudioHeard>();
  const speaking = new Map<string, { audioMs: number; characters: number }>();
  for (const { engine } of available.recognisers.filter(isRemote)) recognising.set(engine, createAudioHeard());
  for (const { engine } of available.synthesisers.filter(isRemote)) speaking.set(engine, { audioMs: 0, characters: 0 });

  const metered = (client: Recogniser, heard: AudioHeard): Recogniser => ({
    async *run(job, signal) {
      // The samples may be transferred away.
      const samples = job.samples.length;
      for await (const utterance of client.run(job, signal)) {
        heard.add(job, samples);
        yield utterance;
      }
    },
  });

  return {
    recognisers: new Map(
      [...recognisers].map(([engine, client]) => {
        const heard = recognising.get(engine);
        return [engine, heard === undefined ? client : metered(client, heard)];
      }),
    ),
    speech: {
      async *run(job, signal) {
        const spoken = speaking.get(job.voice.engine);
        let isFirst = true;
        for await (const piece of speech.run(job, signal)) {
          if (spoken !== undefined) {
            if (isFirst) spoken.characters += job.text.length;
            isFirst = false;
            spoken.audioMs += (piece.samples.length * 1000) / job.rateHz;
          }
          yield piece;
        }
      },
    },
    used: () => [
      ...[...recognising].flatMap(([engine, { totalMs }]) => {
        const audioMs = Math.round(totalMs());
        return audioMs === 0 ? [] : [{ part: 'recognition' as const, engine, audioMs, characters: 0 }];
      }),
      ...[...speaking].flatMap(([engine, { audioMs, characters }]) =>
        characters === 0 ? [] : [{ part: 'synthesis' as const, engine, audioMs: Math.round(audioMs), characters }],
      ),
    ],
  };
}

type AudioHeard = ReturnType<typeof createAudioHeard>;

/** Sums the audio of utterances. Jobs of one utterance repeat its audio, which a server receives once. */
function createAudioHeard() {
  const endMs = new Map<string, number>();
  let aloneMs = 0;
  return {
    add({ utterance, rateHz }: Pick<RecogniseJob, 'utterance' | 'rateHz'>, samples: number): void {
      if (utterance === undefined) aloneMs += (samples * 1000) / rateHz;
      else {
        const ms = ((utterance.fromSamples + samples) * 1000) / rateHz;
        endMs.set(utterance.id, Math.max(endMs.get(utterance.id) ?? 0, ms));
      }
    },
    totalMs: (): number => [...endMs.values()].reduce((sum, ms) => sum + ms, aloneMs),
  };
}
