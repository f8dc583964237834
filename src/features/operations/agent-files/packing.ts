import { createHash } from 'node:crypto';
import { z } from 'zod';
import { exceededLimit } from '../../../../media/kit/parse-json.ts';
import { readZip, writeZip } from '../../../archive/index.ts';
import {
  type AgentFile,
  type Bundle,
  type FileDocument,
  type FilePart,
  fileLimits,
  parseAgentFile,
  type Unreadable,
} from './agent-file.ts';

const mainName = 'agent.json';
const zipStart = Buffer.from('PK\x03\x04', 'latin1');

const printed = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Returns the file as text: the same agent makes the same text. */
export const textOf = (file: AgentFile): string => printed(file);

/** Packs an agent into one JSON file. Contents of documents are in base64. */
export function toJson({ file, contents }: Bundle): Buffer {
  const documents = file.documents.map((document) => ({
    ...document,
    ...contentOf(contents.get(document.sha256), (bytes) => ({ base64: bytes.toString('base64') })),
  }));
  return Buffer.from(printed({ ...file, documents }));
}

/** Packs an agent into an archive that reads well as a folder: long texts and documents are files of their own. */
export function toZip({ file, contents }: Bundle): Promise<Buffer> {
  const files = new Map<string, Buffer>([[mainName, Buffer.alloc(0)]]);
  const put = (path: string, bytes: Buffer): { file: string } => {
    files.set(path, bytes);
    return { file: path };
  };
  const { persona_prompt: prompt } = file.agent;
  const agent =
    typeof prompt === 'string' && prompt !== ''
      ? { ...file.agent, persona_prompt: put('persona-prompt.md', Buffer.from(prompt)) }
      : file.agent;
  const campaigns = file.campaigns.map((campaign, at) => withKnowledge(campaign, `knowledge/${at + 1}`, put));
  const documents = file.documents.map((document) => ({
    ...document,
    ...contentOf(contents.get(document.sha256), (bytes) => put(freePath(files, document), bytes)),
  }));
  files.set(mainName, Buffer.from(printed({ ...file, agent, campaigns, documents })));
  return writeZip(files);
}

const contentOf = (bytes: Buffer | undefined, form: (bytes: Buffer) => object): object =>
  bytes === undefined ? {} : form(bytes);

function withKnowledge(campaign: FilePart, folder: string, put: (path: string, bytes: Buffer) => object): FilePart {
  if (!Array.isArray(campaign.knowledge) || campaign.knowledge.length === 0) return campaign;
  const knowledge = (campaign.knowledge as { readonly id: string; readonly text: string }[]).map(
    ({ text, ...document }, at) => ({ ...document, text: put(`${folder}/${at + 1}.md`, Buffer.from(text)) }),
  );
  return { ...campaign, knowledge };
}

/** Folders on some systems ignore the case of names. */
function freePath(files: ReadonlyMap<string, Buffer>, { file_name: name, sha256 }: FileDocument): string {
  const path = `documents/${name.replaceAll(/[\\/]/g, '_')}`;
  const isTaken = [...files.keys()].some((other) => other.toLowerCase() === path.toLowerCase());
  return isTaken ? `documents/${sha256.slice(0, 12)}-${name.replaceAll(/[\\/]/g, '_')}` : path;
}

/** Reads a file that `toJson` or `toZip` made, or that a person wrote. */
export async function fromUpload(bytes: Buffer): Promise<Bundle | Unreadable> {
  if (!bytes.subarray(0, zipStart.length).equals(zipStart)) return readJson(bytes, new Map());
  const { entries, unpackedBytes } = fileLimits;
  const archive = await readZip(bytes, { entries, unpackedBytes });
  if ('wrong' in archive) return { wrong: [archive.wrong] };
  // A folder that was packed by hand often is the only one in its archive.
  const main = [...archive.files.keys()].find((path) => path === mainName || /^[^/]+\/agent\.json$/.test(path));
  if (main === undefined) return { wrong: [`The archive has no ${mainName}.`] };
  const root = main.slice(0, -mainName.length);
  const files = new Map([...archive.files].map(([path, content]) => [path.slice(root.length), content]));
  return readJson(files.get(mainName) as Buffer, files);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function readJson(bytes: Buffer, files: ReadonlyMap<string, Buffer>): Bundle | Unreadable {
  let json: unknown;
  if (bytes.length > fileLimits.jsonBytes)
    return {
      wrong: [`The JSON has more than ${fileLimits.jsonBytes / 2 ** 20} MiB. Use the zip archive of an export.`],
    };
  try {
    const text = utf8.decode(bytes);
    const limit = exceededLimit(text);
    if (limit !== undefined) return { wrong: [`The file must have ${limit}.`] };
    json = JSON.parse(text);
  } catch {
    return { wrong: ['The file is neither JSON in UTF-8 nor a zip archive of a folder with an agent.json.'] };
  }
  const reading: Reading = { files, contents: new Map(), wrong: [] };
  const file = parseAgentFile(whole(json, reading));
  if ('wrong' in file) return file;
  return reading.wrong.length > 0 ? { wrong: reading.wrong } : { file, contents: reading.contents };
}

interface Reading {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly contents: Map<string, Buffer>;
  readonly wrong: string[];
}

const named = z.strictObject({ file: z.string() });

/** Puts texts that are files of their own in their places, and takes the contents of documents out. */
function whole(json: unknown, reading: Reading): unknown {
  if (!isPlain(json)) return json;
  const agent = isPlain(json.agent) ? withText(json.agent, 'persona_prompt', { place: 'agent', reading }) : json.agent;
  const campaigns = eachOf(json.campaigns, (campaign, at) => {
    const knowledge = eachOf(campaign.knowledge, (document, index) =>
      withText(document, 'text', { place: `campaigns.${at}.knowledge.${index}`, reading }),
    );
    return 'knowledge' in campaign ? { ...campaign, knowledge } : campaign;
  });
  const documents = eachOf(json.documents, (document, at) => withoutContent(document, `documents.${at}`, reading));
  return {
    ...json,
    ...('agent' in json && { agent }),
    ...('campaigns' in json && { campaigns }),
    ...('documents' in json && { documents }),
  };
}

const eachOf = (list: unknown, change: (item: FilePart, at: number) => unknown): unknown =>
  Array.isArray(list) ? list.map((item, at) => (isPlain(item) ? change(item, at) : item)) : list;

const isPlain = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function withText(
  holder: FilePart,
  key: string,
  { place, reading }: { readonly place: string; readonly reading: Reading },
): FilePart {
  const reference = named.safeParse(holder[key]);
  if (!reference.success) return holder;
  const bytes = reading.files.get(reference.data.file);
  try {
    if (bytes !== undefined) return { ...holder, [key]: utf8.decode(bytes) };
    reading.wrong.push(`${place}.${key}: the archive has no file of this name.`);
  } catch {
    reading.wrong.push(`${place}.${key}: the file is not text in UTF-8.`);
  }
  return { ...holder, [key]: '' };
}

const base64Form = /^[A-Za-z0-9+/]*={0,2}$/;

function withoutContent(document: FilePart, place: string, { files, contents, wrong }: Reading): FilePart {
  const { base64, file, ...others } = document;
  if (base64 === undefined && file === undefined) return others;
  const bytes =
    typeof file === 'string'
      ? files.get(file)
      : typeof base64 === 'string' && base64Form.test(base64)
        ? Buffer.from(base64, 'base64')
        : undefined;
  if (bytes === undefined) {
    wrong.push(
      file === undefined ? `${place}.base64: must be base64.` : `${place}.file: the archive has no file of this name.`,
    );
    return others;
  }
  const digest = createHash('sha256').update(bytes).digest('hex');
  contents.set(digest, bytes);
  // A file that a person replaced in the folder has another digest than the one written beside it.
  return { ...others, sha256: digest };
}
