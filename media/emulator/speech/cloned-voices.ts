import { readWav } from '../../codec/wav.ts';

export interface EmulatedVoice {
  readonly name: string;
  /** Of a cloned voice. */
  readonly sample?: Uint8Array;
  readonly text?: string;
}

interface CloneRequest {
  readonly method: string;
  readonly path: string;
  readonly form: () => Promise<FormData>;
  readonly voices: Map<string, EmulatedVoice>;
}

interface CloneAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly complaint?: string;
}

const mostBytes = 10 * 2 ** 20;
const mostSeconds = 30;
const base = '/v1/audio/voices';

/** `/v1/audio/voices`: lists, creates and deletes cloned voices. A name that exists is overwritten without a word. */
export async function cloneRoutes({ method, path, form, voices }: CloneRequest): Promise<CloneAnswer | undefined> {
  if (path === base && method === 'GET') {
    const all = [...voices.values()];
    const uploaded = all
      .filter(({ sample }) => sample !== undefined)
      .map(({ name }) => ({ name, mime_type: 'audio/wav' }));
    return { status: 200, body: { voices: all.map(({ name }) => name), uploaded_voices: uploaded } };
  }
  if (path === base && method === 'POST') return create(await form(), voices);
  if (path.startsWith(`${base}/`) && method === 'DELETE') {
    const name = decodeURIComponent(path.slice(base.length + 1));
    const isThere = voices.get(name)?.sample !== undefined && voices.delete(name);
    return isThere
      ? { status: 200, body: { success: true } }
      : { status: 404, body: { success: false, error: 'Voice not found' } };
  }
  return undefined;
}

async function create(form: FormData, voices: Map<string, EmulatedVoice>): Promise<CloneAnswer> {
  const sample = form.get('audio_sample');
  const name = form.get('name');
  const bytes = sample instanceof Blob ? new Uint8Array(await sample.arrayBuffer()) : undefined;
  const text = form.get('ref_text');
  const why = complaint(form, bytes);
  if (why !== undefined || bytes === undefined)
    return { status: 400, body: { success: false, error: why }, ...(why === undefined ? {} : { complaint: why }) };
  voices.set(String(name), { name: String(name), sample: bytes, ...(typeof text === 'string' ? { text } : {}) });
  return {
    status: 200,
    body: {
      success: true,
      voice: { name, consent: form.get('consent'), created_at: 0, mime_type: 'audio/wav', file_size: bytes.length },
    },
  };
}

function complaint(form: FormData, bytes: Uint8Array | undefined): string | undefined {
  const unknown = [...form.keys()].find((key) => !['name', 'audio_sample', 'consent', 'ref_text'].includes(key));
  if (unknown !== undefined) return `unknown field ${unknown}`;
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/.test(String(form.get('name') ?? ''))) return 'name is not valid';
  if (String(form.get('consent') ?? '') === '') return 'consent is missing';
  if (bytes === undefined || bytes.length > mostBytes) return 'audio_sample is missing or too large';
  const { samples, rateHz } = readWav(bytes);
  const seconds = samples.length / rateHz;
  return seconds < 1 || seconds > mostSeconds ? `audio_sample must have 1 to ${mostSeconds} s` : undefined;
}
