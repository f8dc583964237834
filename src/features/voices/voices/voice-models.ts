import { z } from 'zod';

export interface ClonedVoice {
  readonly voice: string;
  /** Sent with every synthesis request, if the server stores nothing. */
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/** A server that clones voices. Throws `VoiceModelsFault` if it is unreachable or fails. */
export interface VoiceModels {
  /** Creates or replaces a voice. Returns the server's id of the voice, or its objection to the clip. */
  create(name: string, clip: Uint8Array, consent: string): Promise<ClonedVoice | { readonly refused: string }>;
  /** Best effort: failures are ignored. */
  remove(voice: string): Promise<void>;
}

export interface VoiceModelsServer {
  readonly baseUrl: string;
  readonly apiKey?: string;
  readonly dialect?: 'openai' | 'xtts';
}

export class VoiceModelsFault extends Error {}

const patienceMs = 30_000;
const maxAnswerBytes = 4 * 2 ** 20;
const maxMessage = 200;
const url = 'audio/voices';

/** The id becomes part of a URL: dots alone would lead to another path. */
const voiceId = z.string().regex(/^(?!\.+$)[\w.:@-]{1,200}$/);
const text = z.string().optional().catch(undefined);
const reason = z.union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)]);
const reasons = z.object({
  error: reason.optional().catch(undefined),
  message: text,
  detail: text,
});
const named = z.object({ id: voiceId.optional(), name: text });
const created = named.extend({ success: z.boolean().optional(), voice: named.optional() });
const listed = z.union([z.string(), z.object({ id: text, name: text })]);
const listing = z.object({
  voices: z.array(listed).optional(),
  uploaded_voices: z.array(listed).optional(),
  data: z.array(listed).optional(),
  has_more: z.boolean().default(false),
});

const asking =
  ({ baseUrl, apiKey }: VoiceModelsServer) =>
  (path: string, init: RequestInit): Promise<Response> =>
    fetch(`${baseUrl}/${path}`, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
    }).catch((cause: unknown) => {
      throw new VoiceModelsFault('The voice models service is unreachable.', { cause });
    });

const refusing =
  ({ apiKey }: VoiceModelsServer) =>
  (status: number, answer: unknown): { readonly refused: string } => {
    const { error, message, detail } = reasons.safeParse(answer).data ?? {};
    const reasonText = oneLine(error ?? message ?? detail ?? '');
    const isTold = reasonText !== '' && (apiKey === undefined || !reasonText.includes(apiKey));
    const why = isTold ? `: ${reasonText.slice(0, maxMessage)}` : ` (${status}).`;
    return { refused: `The voice models service rejects the clip${why}` };
  };

/** Chooses the client by the server's dialect. */
export const createVoiceModels = (server: VoiceModelsServer, readLatents: ReadLatents): VoiceModels =>
  server.dialect === 'xtts' ? createXttsModels(server, readLatents) : createOpenAiModels(server);

/** Extracts the parameters of a voice from a server's response; undefined if it has none. */
export type ReadLatents = (answer: unknown) => Promise<Readonly<Record<string, unknown>> | undefined>;

/** Uses `/clone_speaker` of an XTTS server, which stores nothing. */
function createXttsModels(server: VoiceModelsServer, readLatents: ReadLatents): VoiceModels {
  const [ask, refusal] = [asking(server), refusing(server)];
  return {
    async create(name, clip) {
      const form = new FormData();
      form.append('wav_file', new Blob([Uint8Array.from(clip)], { type: 'audio/wav' }), `${name}.wav`);
      const response = await ask('clone_speaker', { method: 'POST', body: form });
      const answer = await jsonOf(response);
      if ([400, 413, 415, 422].includes(response.status)) return refusal(response.status, answer);
      if (!response.ok) throw failed(response.status);
      const parameters = await readLatents(answer);
      if (parameters === undefined)
        throw new VoiceModelsFault(
          'The voice models service returned an answer that Parley does not know. Check VOICE_MODELS_BASE_URL and VOICE_MODELS_DIALECT.',
        );
      return { voice: name, parameters };
    },
    async remove() {},
  };
}

/** Uses `/audio/voices` of an OpenAI-compatible server. */
function createOpenAiModels(server: VoiceModelsServer): VoiceModels {
  const [ask, refusal] = [asking(server), refusing(server)];

  /** Returns undefined if the server has no list, or one of an unknown format. */
  async function isListed(voice: string, name: string): Promise<boolean | undefined> {
    const response = await ask(url, { method: 'GET' });
    const list = listing.safeParse(await jsonOf(response)).data;
    if (response.status >= 500 && response.status !== 501) throw failed(response.status);
    const lists = [list?.voices, list?.uploaded_voices, list?.data].filter((entry) => entry !== undefined);
    if (!response.ok || list === undefined || lists.length === 0) return undefined;
    const all = lists
      .flat()
      .flatMap((listedVoice) => (typeof listedVoice === 'string' ? [listedVoice] : [listedVoice.id, listedVoice.name]));
    const isThere = all.some((one) => [voice, name].some((wanted) => wanted.toLowerCase() === one?.toLowerCase()));
    return isThere || !list.has_more ? isThere : undefined;
  }

  async function remove(voice: string): Promise<void> {
    const response = await ask(`${url}/${encodeURIComponent(voice)}`, { method: 'DELETE' }).catch(() => undefined);
    await response?.body?.cancel();
  }

  return {
    async create(name, clip, consent) {
      const form = new FormData();
      form.append('name', name);
      form.append('audio_sample', new Blob([Uint8Array.from(clip)], { type: 'audio/wav' }), `${name}.wav`);
      form.append('consent', consent);
      const response = await ask(url, { method: 'POST', body: form });
      const answer = await jsonOf(response);
      if ([400, 413, 415, 422].includes(response.status)) return refusal(response.status, answer);
      if (!response.ok) throw failed(response.status);
      const { data } = created.safeParse(answer);
      if (data === undefined)
        throw new VoiceModelsFault(
          'The voice models service returned an answer that Parley does not know. Check VOICE_MODELS_BASE_URL and VOICE_MODELS_DIALECT.',
        );
      if (data.success === false) return refusal(response.status, answer);
      const voice = data.id ?? data.voice?.id ?? voiceId.safeParse(data.voice?.name).data ?? name;
      try {
        if ((await isListed(voice, name)) === false)
          throw new VoiceModelsFault('The voice models service does not list the voice that it created.');
      } catch (error) {
        await remove(voice);
        throw error;
      }
      return { voice };
    },
    remove,
  };
}

const failed = (status: number): VoiceModelsFault =>
  new VoiceModelsFault(
    status === 401 || status === 403
      ? `The voice models service rejects the key of this server (${status}). Check VOICE_MODELS_API_KEY.`
      : `The voice models service returned ${status}.`,
  );

const oneLine = (spokenText: string): string => spokenText.replaceAll(/[\p{C}\s]+/gu, ' ').trim();

/** Returns undefined for a response that is too long, incomplete or not JSON. */
async function jsonOf(response: Response): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      if (bytes > maxAnswerBytes) return undefined;
      pieces.push(piece);
    }
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}
