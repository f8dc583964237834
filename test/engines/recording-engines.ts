import { toneSpeech } from '../../media/emulator/speech/tone-speech.ts';
import type { Engine } from '../../media/line/engine.ts';
import type { RecogniseJob, SpeakJob, SpeakResult, Utterance } from '../../media/line/speech.ts';

/** Replaces the embedded voice and recogniser. `embedded` lists spoken texts, and `recognised` for each utterance. */
export function recordingEngines() {
  const embedded: string[] = [];
  const hibari: Engine<SpeakJob, SpeakResult> = {
    async *run({ text, rateHz }) {
      embedded.push(text);
      yield { samples: toneSpeech(text, rateHz).samples, words: [] };
    },
    async close() {},
  };
  const whisper: Engine<RecogniseJob, Utterance> = {
    async *run({ languageCode }) {
      embedded.push('recognised');
      yield { text: 'hello there', words: [], confidence: 0.9, languageCode, decodeMs: 1 };
    },
    async close() {},
  };
  return { embedded, hibari, whisper };
}
