/** An answer to a question of a goal. */
export interface Slot {
  readonly value: string;
  readonly spoken: string;
}

type Slots = Readonly<Record<string, Slot>>;

/** What the embedded brain keeps of a call between two replies. Plain JSON, which the call hands in with each request. */
export interface Notes {
  /** The goal being worked on. */
  readonly goal?: string | undefined;
  /** Its answers so far. */
  readonly slots: Slots;
  /** The question that was put last. */
  readonly asking?: string | undefined;
  /** Answers that were read back and wait for a yes. */
  readonly confirming: readonly string[];
  readonly confirmed: readonly string[];
  /** How often in a row the answer to `asking` was not understood. */
  readonly misses: number;
  /** How often in a row nothing could be made of the caller's words. */
  readonly unclear: number;
  readonly finished: readonly string[];
  /** What a bare yes would mean: `transfer`, `message`, `anything_else`, `more`, or `goal:<id>`. */
  readonly offer?: string | undefined;
  /** Sentences of a list that was begun. */
  readonly more: readonly string[];
  /** The last question that the documents answered, for "and on Sunday?". */
  readonly topic: string;
  /** The beginning of a telephone number. */
  readonly digits: string;
  /** A day without its hour, or the other way round. */
  readonly partial?: { readonly date?: string | undefined; readonly time?: string | undefined } | undefined;
  /** Who the caller is, from goals done before: by kind of question. */
  readonly known: Slots;
  readonly hostile: number;
  /** The caller knows whom to call in danger. */
  readonly warned: boolean;
  /** The last reply, to say again. */
  readonly reply: string;
  /** The question it ended with: an answer to it counts only when the caller heard it. */
  readonly question: string;
  /** The tool whose result is awaited. */
  readonly tool?: string | undefined;
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
};

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

/** The notes of the reply before, where this is their form; else notes of a call that begins. */
export function notesOf(memory: unknown): Notes {
  if (kindOf(memory) !== 'object' || memory === null) return none;
  const given = memory as Notes;
  const fits = Object.entries(none).every(([field, value]) => {
    const own = given[field as keyof Notes];
    return own === undefined || kindOf(own) === kindOf(value);
  });
  return fits ? { ...none, ...given } : none;
}

/** Notes without what belongs to a goal. */
export const withoutGoal = ({ goal: _goal, asking: _asking, partial: _partial, ...rest }: Notes): Notes => ({
  ...rest,
  slots: {},
  confirming: [],
  confirmed: [],
  misses: 0,
  digits: '',
});

export const withoutOffer = ({ offer: _offer, ...rest }: Notes): Notes => rest;
