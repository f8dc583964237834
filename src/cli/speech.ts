import { isFault, openSpeech, type SpeechService } from '../../media/index.ts';
import { CliFault } from './cli-fault.ts';

/** Returns a function that opens the models when a line is to be spoken. Throws `speech_unavailable`. */
export const openSpeechFor = (modelsDir: string) => async (): Promise<SpeechService> => {
  try {
    return await openSpeech({ modelsDir });
  } catch (error) {
    if (!isFault(error)) throw error;
    throw new CliFault('speech_unavailable', error.message, { cause: error, advice: error.advice });
  }
};
