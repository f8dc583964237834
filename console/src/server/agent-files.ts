import { useQuery } from '@tanstack/react-query';
import type { components } from './api.d.ts';
import { type Answer, noAnswer, refusal, signedFetch } from './ask.ts';
import { answerTo, client, valueFrom } from './client.ts';
import { sendForm } from './send-form.ts';

export type AgentImport = components['schemas']['AgentImport'];
export type ImportProblem = AgentImport['problems'][number];
export type ImportedPart = AgentImport['parts'][number];
/** A kind of problem that an importer may accept. */
export type Acceptable = NonNullable<ImportProblem['accept']>;
export type GalleryAgent = components['schemas']['AgentGallery']['agents'][number];
export type FileFormat = 'json' | 'zip';

const agents = '/api/voice/agents';

export const useGallery = () =>
  useQuery({
    queryKey: ['agent-gallery'],
    queryFn: ({ signal }) => valueFrom(client.GET('/api/voice/agents/gallery', { signal })),
  });

export const useGalleryFile = (key: string) =>
  useQuery({
    queryKey: ['agent-gallery', key],
    queryFn: async () => {
      const answer = await fileAt(`${agents}/gallery/${encodeURIComponent(key)}`, `${key}.json`);
      if (!answer.ok) throw new Error(answer.detail);
      return answer.value;
    },
    enabled: key !== '',
  });

/** Returns the file of an agent with its parts. */
export const exportAgent = (uuid: string, format: FileFormat): Promise<Answer<File>> =>
  fileAt(`${agents}/${encodeURIComponent(uuid)}/file?format=${format}`, `agent.${format}`);

/** `otherwise` is the name of a file that the server does not name. */
async function fileAt(path: string, otherwise: string): Promise<Answer<File>> {
  try {
    const response = await signedFetch(new Request(new URL(path, window.location.origin)));
    if (!response.ok) return refusal(response.status, await response.json().catch(() => undefined));
    const [, name = otherwise] = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '') ?? [];
    return { ok: true, value: new File([await response.blob()], name) };
  } catch {
    return noAnswer;
  }
}

export const duplicateAgent = (uuid: string) =>
  answerTo(client.POST('/api/voice/agents/{uuid}/duplicate', { params: { path: { uuid } }, body: {} }));

export interface ImportOptions {
  /** Whether the server only says what it would do. */
  readonly isDry: boolean;
  readonly accept: readonly Acceptable[];
  /** Replaces the name of the agent in the file; not if empty. */
  readonly name: string;
}

export function importAgent(file: File, { isDry, accept, name }: ImportOptions): Promise<Answer<AgentImport>> {
  const form = new FormData();
  if (name !== '') form.append('name', name);
  if (accept.length > 0) form.append('accept', accept.join(','));
  form.append('dry_run', `${isDry}`);
  form.append('file', file);
  const signal = new AbortController().signal;
  return sendForm(`${agents}/import`, form, { onProgress: () => undefined, signal });
}
