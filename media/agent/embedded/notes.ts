import type { PathPart } from '../../line/agent.ts';
import type { ToolOutcome } from '../flow/branches.ts';

/** An answer to a question of a goal. */
export interface Slot {
  readonly value: string;
  readonly spoken: string;
}

type Slots = Readonly<Record<string, Slot>>;

/** State that the embedded agent keeps between two replies of a call. Plain JSON, passed in with each request. */
export interface Notes {
  /** Id of the goal in progress. */
  readonly goal?: string | undefined;
  /** Answers of that goal so far. */
  readonly slots: Slots;
  /** Id of the question asked last. */
  readonly asking?: string | undefined;
  /** Question ids whose answers were read back and await confirmation. */
  readonly confirming: readonly string[];
  readonly confirmed: readonly string[];
  /** Number of consecutive answers to `asking` that were not understood. */
  readonly misses: number;
  /** Number of consecutive utterances that matched nothing. */
  readonly unclear: number;
  readonly finished: readonly string[];
  /** Meaning of a bare yes: `transfer`, `message`, `anything_else`, `more`, or `goal:<id>`. */
  readonly offer?: string | undefined;
  /** Remaining items of a list that was partly read. */
  readonly more: readonly string[];
  /** Last question answered from the documents. Resolves follow-ups such as "and on Sunday?". */
  readonly topic: string;
  /** First digits of an incomplete telephone number. */
  readonly digits: string;
  /** A day without its time, or a time without its day. */
  readonly partial?: { readonly date?: string | undefined; readonly time?: string | undefined } | undefined;
  /** Contact details from earlier goals, by kind of question. */
  readonly known: Slots;
  readonly hostile: number;
  /** Whether the emergency notice was given. */
  readonly warned: boolean;
  /** The last reply, for repetition. */
  readonly reply: string;
  /** The question at its end. An answer counts only if the caller heard the question. */
  readonly question: string;
  /** Name of the tool whose result is pending. */
  readonly tool?: string | undefined;
  /** Answers of the steps that were left, by id of the question. */
  readonly facts: Slots;
  /** Latest results, by name of the tool. */
  readonly results: Readonly<Record<string, ToolOutcome>>;
  /** Steps and branches of this reply. */
  readonly path: readonly PathPart[];
  /** Number of times that another agent took over. */
  readonly handOvers: number;
}

const none: Notes = {
  slots: {},
  confirming: [],
  confirmed: [],
  misses: 0,
  unclear: 0,
  finished: [],
  more: [],
  topic: '',
  digits: '',
  known: {},
  hostile: 0,
  warned: false,
  reply: '',
  question: '',
  facts: {},
  results: {},
  path: [],
  handOvers: 0,
};

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/** Returns the notes of the previous reply, or initial notes if `memory` has another form. */
export function notesOf(memory: unknown): Notes {
  if (kindOf(memory) !== 'object' || memory === null) return none;
  const notes = memory as Notes;
  const fits = Object.entries(none).every(([field, value]) => {
    const note = notes[field as keyof Notes];
    return note === undefined || kindOf(note) === kindOf(value);
  });
  return fits ? { ...none, ...notes } : none;
}

/** Returns the notes without the fields of the current goal. */
export const withoutGoal = ({ goal: _goal, asking: _asking, partial: _partial, ...rest }: Notes): Notes => ({
  ...rest,
  slots: {},
  confirming: [],
  confirmed: [],
  misses: 0,
  digits: '',
});

export const withoutOffer = ({ offer: _offer, ...rest }: Notes): Notes => rest;
