import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { amountsIn } from '../../media/reading/amounts.ts';
import { momentsIn } from '../../media/reading/moments.ts';
import { analyse } from '../../src/analysis/analyse.ts';
import type { Field, FieldValue } from '../../src/analysis/types.ts';
import { facts } from './outcomes.ts';
import { type Labelled, type SgdDialogue, sgdTalk } from './sets.ts';

export interface Share {
  readonly right: number;
  readonly of: number;
}

type Kind = 'day' | 'time' | 'number';

const kindOf = (canonical: string): Kind | undefined => {
  if (/^\d{4}-\d\d-\d\d$/.test(canonical)) return 'day';
  if (/^\d\d:\d\d$/.test(canonical)) return 'time';
  return /^\d+(?:\.\d+)?$/.test(canonical) ? 'number' : undefined;
};

/** Compares days, times and numbers that users state with those read from the same sentence. */
export function readValues(dialogues: readonly SgdDialogue[]): Record<Kind, Share> {
  const shares: Record<Kind, { right: number; of: number }> = {
    day: { right: 0, of: 0 },
    time: { right: 0, of: 0 },
    number: { right: 0, of: 0 },
  };
  for (const { speaker, utterance, frames } of dialogues.flatMap(({ turns }) => turns)) {
    if (speaker !== 'USER') continue;
    const said = frames.flatMap(({ actions }) =>
      // "Six years ago" for a year is neither a day nor a count.
      actions
        .filter(({ act, slot }) => act === 'INFORM' && slot !== 'year')
        .flatMap((action) => action.canonical_values),
    );
    const moments = momentsIn(utterance, facts);
    const numbers = amountsIn(utterance);
    for (const canonical of said) {
      const kind = kindOf(canonical);
      if (kind === undefined) continue;
      const isRead = {
        day: () => moments.some(({ day }) => day === canonical),
        time: () => moments.some(({ time }) => time === canonical),
        number: () => numbers.some(({ value }) => value === Number(canonical)),
      }[kind]();
      shares[kind].of += 1;
      shares[kind].right += isRead ? 1 : 0;
    }
  }
  return shares;
}

interface Slot {
  readonly service: string;
  readonly name: string;
  readonly description: string;
  readonly isCategorical: boolean;
  readonly values: readonly string[];
}

export async function readSlots(folder: string): Promise<Slot[]> {
  const services = JSON.parse(await readFile(join(folder, 'schema.json'), 'utf8')) as {
    service_name: string;
    slots: { name: string; description: string; is_categorical: boolean; possible_values: string[] }[];
  }[];
  return services.flatMap(({ service_name: service, slots }) =>
    slots.map(({ name, description, is_categorical, possible_values: values }) => ({
      service,
      name,
      description,
      isCategorical: is_categorical,
      values,
    })),
  );
}

const fieldOf = ({ service, name, description, isCategorical, values }: Slot): Field => {
  const isNumber = isCategorical && values.every((value) => /^\d+$/.test(value));
  const isDate = /(?:^|_)date$/.test(name);
  const type = isDate ? 'date' : isNumber ? 'number' : isCategorical ? 'enum' : 'text';
  const options = type === 'enum' ? values : [];
  return { key: `${service} ${name}`, name: name.replaceAll('_', ' '), group: 'g', type, options, description };
};

export interface FieldFigures {
  /** Slots of the conversation whose value the user gave; the final value counts. By type. */
  readonly asked: Readonly<Record<string, { right: number; found: number; of: number }>>;
  /** Slots of other services, whose names and descriptions share no words with those of the conversation. */
  readonly absent: { readonly valued: number; readonly of: number; readonly perType: Record<string, number> };
}

/** Analyses whole conversations with the slots of a schema as fields. */
export function measureFields(dialogues: readonly SgdDialogue[], slots: readonly Slot[]): FieldFigures {
  const asked: Record<string, { right: number; found: number; of: number }> = {};
  const absent = { valued: 0, of: 0, perType: {} as Record<string, number> };
  for (const dialogue of dialogues) {
    const own = slots.filter(({ service }) => dialogue.services.includes(service));
    const others = othersOf(own, slots);
    const values = analyse(sgdTalk(dialogue), [...own, ...others].map(fieldOf), facts).fields;
    const byKey = new Map(values.map((value) => [value.key, value]));
    for (const [slot, truths] of finalOf(dialogue, own)) {
      const field = fieldOf(slot);
      asked[field.type] ??= { right: 0, found: 0, of: 0 };
      const counts = asked[field.type]!;
      const value = byKey.get(field.key);
      counts.of += 1;
      counts.found += value?.value === null ? 0 : 1;
      counts.right += isRight(value, truths) ? 1 : 0;
    }
    for (const slot of others) {
      const field = fieldOf(slot);
      const isValued = byKey.get(field.key)?.value !== null;
      absent.of += 1;
      absent.valued += isValued ? 1 : 0;
      if (isValued) absent.perType[field.type] = (absent.perType[field.type] ?? 0) + 1;
    }
  }
  return { asked, absent };
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9:-]+/g, ' ')
    .trim();

function isRight(value: FieldValue | undefined, truths: readonly string[]): boolean {
  const said = plain(String(value?.value ?? ''));
  return said !== '' && truths.some((truth) => plain(truth) === said || said.startsWith(`${plain(truth)}t`));
}

const wordsIn = ({ name, description }: Slot): string[] =>
  `${name.replaceAll('_', ' ')} ${description}`.toLowerCase().match(/[a-z]{4,}/g) ?? [];

function othersOf(own: readonly Slot[], slots: readonly Slot[]): Slot[] {
  const known = new Set(own.flatMap(wordsIn));
  return slots.filter((slot) => !own.includes(slot) && !slot.name.split('_').some((word) => known.has(word)));
}

/** Returns the user's last state, with every form in which its values were given. */
function finalOf(dialogue: SgdDialogue, own: readonly Slot[]): [Slot, string[]][] {
  const canonical = new Map<string, Set<string>>();
  const last = new Map<string, readonly string[]>();
  for (const { speaker, frames } of dialogue.turns)
    for (const { service, actions, state } of frames) {
      for (const { values, canonical_values } of actions)
        for (const [index, value] of values.entries())
          canonical.set(value, (canonical.get(value) ?? new Set()).add(canonical_values[index] ?? value));
      if (speaker === 'USER')
        for (const [slot, values] of Object.entries(state?.slot_values ?? {})) last.set(`${service} ${slot}`, values);
    }
  return own.flatMap((slot): [Slot, string[]][] => {
    const values = last.get(`${slot.service} ${slot.name}`);
    if (values === undefined || values.includes('dontcare')) return [];
    return [[slot, values.flatMap((value) => [value, ...(canonical.get(value) ?? [])])]];
  });
}

const pledge: Field = {
  key: 'amount',
  name: 'Pledged amount',
  group: 'g',
  type: 'number',
  options: [],
  description: 'How much money the customer will give',
};

/** Labels of dialogues, by id: the amount that the customer promised last, null for none. */
export async function readPledges(): Promise<ReadonlyMap<string, number | null>> {
  const file = new URL('../../../bench/analysis/pledges.json', import.meta.url);
  return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, number | null>));
}

export interface PledgeFigures {
  /** Amounts of dialogues in which the customer promised one at the end. */
  readonly promised: Share;
  /** Dialogues with a value among those in which the customer promised none. */
  readonly invented: Share;
}

/**
 * Compares amounts that are stored as certain with the labels of `pledges.json`: what a reader of the dialogues took for
 * the customer's last promise, null for none or for a share without a number. Dialogues in dispute are left out.
 */
export async function measurePledges(labelled: readonly Labelled[]): Promise<PledgeFigures> {
  const labels = await readPledges();
  const [promised, invented] = [
    { right: 0, of: 0 },
    { right: 0, of: 0 },
  ];
  for (const { id, transcript } of labelled) {
    const label = labels.get(id);
    if (label === undefined) continue;
    const [value] = analyse(transcript, [pledge], facts).fields;
    const said = value?.state === 'found' ? value.value : null;
    const share = label === null ? invented : promised;
    share.of += 1;
    share.right += (label === null ? said !== null : said === label) ? 1 : 0;
  }
  return { promised, invented };
}
