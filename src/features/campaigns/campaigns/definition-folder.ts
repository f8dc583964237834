import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { KnowledgeDocument } from '../../../../media/ports.ts';
import { type FileFlow, parseFlowFile } from './definition-file.ts';

/** A folder with a `flow.json` and its documents, or a sentence with the file and its error. */
export type FlowFolder =
  | {
      readonly ok: true;
      /** Path of the `flow.json`. */
      readonly path: string;
      readonly flow: FileFlow;
      readonly knowledge: readonly KnowledgeDocument[];
    }
  | { readonly ok: false; readonly wrong: string };

/** Reads each folder in `dir`, ordered by name. Returns an empty list if `dir` does not exist. */
export async function readFlowFolders(dir: string): Promise<FlowFolder[]> {
  const names = ((await readdir(dir).catch(absent)) ?? []).filter((name) => !name.startsWith('.')).sort();
  const folders: FlowFolder[] = [];
  for (const name of names) {
    const folder = join(dir, name);
    const stats = await stat(folder).catch(() => undefined);
    if (stats?.isDirectory() === true) folders.push(await readFlowFolder(folder));
  }
  return folders;
}

async function readFlowFolder(folder: string): Promise<FlowFolder> {
  const path = join(folder, 'flow.json');
  const wrong = (what: string): FlowFolder => ({ ok: false, wrong: `${path}: ${what}.` });
  try {
    const text = await readFile(path, 'utf8').catch(absent);
    if (text === undefined) return wrong('the file is missing, so the folder is not an agent');
    const json = parseJson(text);
    if (!json.ok) return wrong(`is not JSON: ${json.why}`);
    const parsed = parseFlowFile(json.value);
    if (!parsed.ok) return wrong(parsed.wrong.join('; '));
    const knowledgeDir = resolve(folder, parsed.knowledgeDir);
    if (relative(folder, knowledgeDir).startsWith('..')) {
      return wrong('knowledge_dir: must lie in the folder of the flow');
    }
    return { ok: true, path, flow: parsed.flow, knowledge: await readKnowledge(knowledgeDir) };
  } catch (error) {
    return wrong(`cannot be read with its documents: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseJson(text: string): { ok: true; value: unknown } | { ok: false; why: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

async function readKnowledge(folder: string): Promise<KnowledgeDocument[]> {
  const names = ((await readdir(folder).catch(absent)) ?? []).filter((name) => name.endsWith('.md')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const id = name.replace(/\.md$/, '');
      return { id, title: /^#\s+(.+)$/m.exec(text)?.[1]?.trim() ?? id, text };
    }),
  );
}

const absent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};
