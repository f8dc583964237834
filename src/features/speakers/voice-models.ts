/** A server that clones voices. Throws `VoiceModelsFault` where it is unreachable or fails. */
export interface VoiceModels {
  /** Creates or replaces a voice. Returns what is wrong with the clip, as far as the server says. */
  create(voice: string, clip: Uint8Array, consent: string): Promise<{ readonly refused: string } | undefined>;
  /** Best effort. */
  remove(voice: string): Promise<void>;
}

export interface VoiceModelsServer {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

export class VoiceModelsFault extends Error {}

const patienceMs = 30_000;
const url = 'audio/voices';

/** `/audio/voices` of an OpenAI-compatible server. */
export function createVoiceModels({ baseUrl, apiKey }: VoiceModelsServer): VoiceModels {
  const ask = (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${baseUrl}/${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    }).catch((cause: unknown) => {
      throw new VoiceModelsFault('The voice models service is unreachable.', { cause });
    });
  return {
    async create(voice, clip, consent) {
      const form = new FormData();
      form.append('name', voice);
      form.append('audio_sample', new Blob([Uint8Array.from(clip)], { type: 'audio/wav' }), `${voice}.wav`);
      form.append('consent', consent);
      const response = await ask(url, { method: 'POST', body: form });
      if (response.ok) return undefined;
      await response.body?.cancel();
      if ([400, 413, 415, 422].includes(response.status))
        return { refused: `The voice models service rejects the clip (${response.status}).` };
      throw new VoiceModelsFault(`The voice models service returned ${response.status}.`);
    },
    async remove(voice) {
      const response = await ask(`${url}/${encodeURIComponent(voice)}`, { method: 'DELETE' }).catch(() => undefined);
      await response?.body?.cancel();
    },
  };
}
