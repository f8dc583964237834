import { randomUUID } from 'node:crypto';
import { readWav } from '../../codec/wav.ts';

export interface EmulatedVoice {
  readonly name: string;
  /** Sample of a cloned voice. */
  readonly sample?: Uint8Array;
  readonly text?: string;
}

/** How a server clones voices. */
export interface CloningManner {
  /**
   * `named`: a voice is used by the name that the client chose. `identified`: by an id that the server assigns; the
   * name is then unknown.
   */
  readonly form: 'named' | 'identified';
  /**
   * `unsuccessful`: 200 with `success: false`. `forgets`: reports success but stores nothing. `no_list`: voices cannot
   * be listed. `other_answer`: 200 with a different body.
   */
  readonly trouble?: 'unsuccessful' | 'forgets' | 'no_list' | 'other_answer';
}

interface CloneRequest {
  readonly method: string;
  readonly path: string;
  readonly form: () => Promise<FormData>;
  readonly voices: Map<string, EmulatedVoice>;
  readonly manner: CloningManner;
}

interface CloneAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly complaint?: string;
}

const mostBytes = 10 * 2 ** 20;
const mostSeconds = 30;
const base = '/v1/audio/voices';

/** Serves `/v1/audio/voices`: lists, creates and deletes cloned voices. An existing name is overwritten silently. */
export async function cloneRoutes({
  method,
  path,
  form,
  voices,
  manner,
}: CloneRequest): Promise<CloneAnswer | undefined> {
  if (path === base && method === 'GET') return list(voices, manner);
  if (path === base && method === 'POST') return create(await form(), voices, manner);
  if (path.startsWith(`${base}/`) && method === 'DELETE') {
    const name = decodeURIComponent(path.slice(base.length + 1));
    const isThere = voices.get(name)?.sample !== undefined && voices.delete(name);
    return isThere
      ? { status: 200, body: { success: true } }
      : {
          status: 404,
          body: { success: false, error: 'Voice not found' },
          complaint: `${name} is not a cloned voice`,
        };
  }
  return undefined;
}

function list(voices: ReadonlyMap<string, EmulatedVoice>, { form, trouble }: CloningManner): CloneAnswer {
  if (trouble === 'no_list') return { status: 404, body: { detail: 'Not Found' } };
  const ids = [...voices.keys()];
  const uploaded = [...voices].filter(([, { sample }]) => sample !== undefined);
  if (form === 'named') {
    const uploadedVoices = uploaded.map(([name]) => ({ name, mime_type: 'audio/wav' }));
    return { status: 200, body: { voices: ids, uploaded_voices: uploadedVoices } };
  }
  const data = uploaded.map(([id, { name }]) => ({ object: 'audio.voice', id, name }));
  return { status: 200, body: { object: 'list', data, has_more: false } };
}

async function create(form: FormData, voices: Map<string, EmulatedVoice>, manner: CloningManner): Promise<CloneAnswer> {
  const sample = form.get('audio_sample');
  const name = form.get('name');
  const bytes = sample instanceof Blob ? new Uint8Array(await sample.arrayBuffer()) : undefined;
  const text = form.get('ref_text');
  const why = complaint(form, bytes);
  if (why !== undefined || bytes === undefined)
    return { status: 400, body: { success: false, error: why }, ...(why === undefined ? {} : { complaint: why }) };
  if (manner.trouble === 'other_answer') return { status: 200, body: 'created' };
  if (manner.trouble === 'unsuccessful')
    return { status: 200, body: { success: false, error: 'The speaker could not be encoded' } };
  const id = manner.form === 'named' ? String(name) : `voice_${randomUUID().replaceAll('-', '')}`;
  if (manner.trouble !== 'forgets')
    voices.set(id, { name: String(name), sample: bytes, ...(typeof text === 'string' ? { text } : {}) });
  if (manner.form === 'identified') return { status: 200, body: { object: 'audio.voice', id, name, created_at: 0 } };
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
  if ((form.get('audio_sample') as Blob).type !== 'audio/wav') return 'audio_sample is not declared as audio/wav';
  const { samples, rateHz } = readWav(bytes);
  const seconds = samples.length / rateHz;
  return seconds < 1 || seconds > mostSeconds ? `audio_sample must have 1 to ${mostSeconds} s` : undefined;
}
