import { createRandom } from '../../media/emulator/random.ts';
import type { Ask, ChangedAgent } from './changed-agent.ts';

export interface EditorsOutcome {
  readonly orders: number;
  readonly saves: number;
  /** Saves that were refused because another version was current. */
  readonly conflicts: number;
  /** Fields whose stored value is not the one saved last. */
  readonly lost: number;
}

const fields = ['name', 'greeting', 'persona_prompt', 'max_call_seconds'] as const;
type Field = (typeof fields)[number];
type Form = Readonly<Record<Field, unknown>>;

interface Editor {
  base: Form;
  mine: Form;
  tag: string;
}

const stepsOfOrder = 8;

/**
 * Two editors change random fields of one agent and save in random order, at times in the same moment. Each sends its
 * whole form with the version that it is based on, as a page does.
 */
export async function editTogether({ ask, url }: ChangedAgent, orders: number, seed: number): Promise<EditorsOutcome> {
  const random = createRandom(seed);
  const counts = { saves: 0, conflicts: 0, lost: 0 };
  let values = 100;
  for (let order = 0; order < orders; order++) {
    const editors = [await load(ask, url), await load(ask, url)] as const;
    const expected = new Map<Field, unknown>();
    const save = (editor: Editor): Promise<void> => saveForm({ ask, url, counts }, editor, expected);
    for (let step = 0; step < stepsOfOrder; step++) {
      const editor = editors[Math.floor(random() * 2)]!;
      const field = fields[Math.floor(random() * fields.length)]!;
      values += 1;
      const draw = random();
      if (draw < 0.6)
        editor.mine = { ...editor.mine, [field]: field === 'max_call_seconds' ? values : `Text ${values}` };
      else if (draw < 0.85) await save(editor);
      else await Promise.all(editors.map(save));
    }
    for (const editor of editors) await save(editor);
    const { base } = await load(ask, url);
    counts.lost += [...expected].filter(([field, value]) => base[field] !== value).length;
  }
  return { orders, ...counts };
}

async function load(ask: Ask, url: string): Promise<Editor> {
  const { json, etag } = await ask('GET', url);
  const base = Object.fromEntries(fields.map((field) => [field, json[field]])) as Form;
  return { base, mine: base, tag: etag ?? '' };
}

interface Saving {
  readonly ask: Ask;
  readonly url: string;
  readonly counts: { saves: number; conflicts: number; lost: number };
}

/** Saves a form. After a conflict it takes what the other editor changed, and keeps its own changes. */
async function saveForm(saving: Saving, editor: Editor, expected: Map<Field, unknown>): Promise<void> {
  const { ask, url, counts } = saving;
  const sent = editor.mine;
  const { status, etag, json } = await ask('PATCH', url, sent, editor.tag);
  if (status === 409) {
    counts.conflicts += 1;
    const { base: theirs, tag } = await load(ask, url);
    const changed = fields.filter((field) => editor.mine[field] !== editor.base[field]);
    const mine = { ...theirs, ...Object.fromEntries(changed.map((field) => [field, editor.mine[field]])) };
    Object.assign(editor, { base: theirs, mine, tag });
    return saveForm(saving, editor, expected);
  }
  if (status !== 200) throw new Error(`PATCH ${url}: ${status} ${JSON.stringify(json)}`);
  counts.saves += 1;
  for (const field of fields) if (sent[field] !== editor.base[field]) expected.set(field, sent[field]);
  Object.assign(editor, { base: sent, mine: sent, tag: etag ?? '' });
}
