import { join } from 'node:path';
import type { VirtualModels } from '../../media/call/virtual/virtual-line.ts';
import { describeEngines } from '../../media/engines/available.ts';
import { hibari } from '../../media/engines/hibari/spec.ts';
import { registeredEngines, registeredVoice } from '../../media/engines/registry.ts';
import { whisper } from '../../media/engines/whisper/spec.ts';
import { createOpenSession } from '../../media/inference/session.ts';
import type { OpenSession } from '../../media/line/engine.ts';
import type { SpeakJob } from '../../media/line/speech.ts';
import { createEngine as createRecogniser } from '../../media/recogniser/engine.ts';
import { createEngine as createSynthesiser } from '../../media/synthesiser/engine.ts';
import { createEngine as createEndOfTurn } from '../../media/turn/engine.ts';
import { createVoiceActivity } from '../../media/vad/silero.ts';
import { openVoiceNet } from '../../media/vad/voice-net.ts';
import { taskFolder } from '../../models/locate.ts';
import { joined } from './sounds.ts';

/** All models of the line, and what callers say to them. */
export interface LineModels extends VirtualModels {
  speak(text: string, speaker: string, pace?: number): Promise<Float32Array>;
}

export async function openLineModels(
  folder: string,
  open: OpenSession = createOpenSession({ providers: ['cpu'] }),
): Promise<LineModels> {
  const synthesiser = await createSynthesiser({ modelDir: taskFolder(folder, 'synthesis') }, open);
  const recogniser = await createRecogniser({ modelDir: taskFolder(folder, 'recognition') }, open);
  return {
    openVoiceActivity: async () =>
      createVoiceActivity(await openVoiceNet(join(taskFolder(folder, 'voiceActivity'), 'model.onnx'), open)),
    available: await describeEngines(registeredEngines, { modelsDir: folder }),
    recognisers: new Map([[whisper.name, recogniser]]),
    synthesisers: new Map([[hibari.name, synthesiser]]),
    endOfTurn: await createEndOfTurn({ modelDir: taskFolder(folder, 'endOfTurn') }, open),
    async speak(text, speaker, pace) {
      const job: SpeakJob = {
        text,
        voice: registeredVoice({ speaker, ...(pace === undefined ? {} : { pace }) }),
        rateHz: 8000,
      };
      const pieces: Float32Array[] = [];
      for await (const { samples } of synthesiser.run(job, { aborted: false })) pieces.push(samples);
      return joined(pieces);
    },
  };
}
