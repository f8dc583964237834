import { z } from 'zod';
import { entry } from './lists.ts';

/** Lines that the agents say themselves. Values are in braces. */
const wordingLines = {
  got_it: [],
  okay: [],
  sure: ['question'],
  hello: [],
  greeting: ['business'],
  clarify: [],
  clarify_again: [],
  hard_to_hear: [],
  answer_again: [],
  answer_given_up: [],
  take_time: [],
  unknown: [],
  unsure: [],
  anything_else: [],
  how_can_i_help: [],
  can_do: ['actions'],
  can_answer: ['business'],
  can_answer_own: [],
  can_take_message: [],
  take_request: [],
  welcome: [],
  connecting: [],
  no_person: [],
  offer_person: [],
  offer_message: [],
  offer_goal: [],
  offer_more: [],
  resume: [],
  sorry_wrong: [],
  which_part: [],
  read_back: ['values'],
  still_there: [],
  cannot_hear: [],
  say_something: [],
  silence_end: [],
  no_keys: [],
  polite: [],
  warn: [],
  hostile_end: [],
  dropped: [],
  moving_on: [],
  moment: [],
  entering: [],
  dnc: [],
  wrong_number: [],
  emergency: [],
  stopped: [],
  robot: ['agent', 'business'],
  robot_alone: ['agent'],
  who: ['agent', 'business'],
  who_alone: ['agent'],
  hear_me: [],
  how_are_you: [],
  joke: [],
  tool_done: [],
  tool_failed: [],
  tool_refused: [],
  transfer_accepted: [],
  transfer_declined: [],
  transfer_no_answer: [],
  transfer_busy: [],
  transfer_failed: [],
  carry_on: [],
  taken_over: ['agent', 'business'],
  taken_over_alone: ['agent'],
  ask_time: ['day'],
  ask_day: ['time'],
  ask_digits: [],
  choices: ['choices'],
  message_intro: [],
  message_name: [],
  message_name_retry: [],
  message_phone: [],
  message_phone_retry: [],
  message_phone_confirm: ['value'],
  message_text: [],
  message_done: ['name', 'phone'],
  missing_phone: [],
  missing_date: [],
  missing_time: [],
  earliest: [],
  any_day: [],
  any_time: [],
  at_any_time: [],
  at_time: ['time'],
  in_part: ['part'],
  the_part: ['part'],
  morning: [],
  afternoon: [],
  evening: [],
  noon: [],
  before_noon: ['clock'],
  after_noon: ['clock'],
  email_at: [],
  email_dot: [],
  email_underscore: [],
  email_dash: [],
  yes: [],
  no: [],
  and: [],
  or: [],
  brief_wants: ['goal'],
  brief_said: ['words'],
  brief_asked: [],
  lost_thread: [],
  withheld: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type WordingLine = keyof typeof wordingLines;

const namesIn = (line: string): readonly string[] => [...line.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');

/** Variants of a line, one of which is chosen. Each must contain every value of the line and no other. */
const variantsOf = (values: readonly string[]) =>
  z
    .array(
      entry.superRefine((line, { addIssue }) => {
        const names = namesIn(line);
        const message = (sentence: string): void => addIssue({ code: 'custom', message: sentence });
        for (const name of names) if (!values.includes(name)) message(`{${name}} is not a value of this line`);
        for (const value of values) if (!names.includes(value)) message(`{${value}} is missing`);
      }),
    )
    .min(1);

const shape = Object.fromEntries(
  Object.entries(wordingLines).map(([line, values]) => [line, variantsOf(values)]),
) as Record<WordingLine, ReturnType<typeof variantsOf>>;

/**
 * `wording.json`: lines in telephone style: short, plain and varied. English has all of them; another language falls back
 * to English for a line without an entry.
 */
export const wording = z.strictObject({ source: z.string().min(1), lines: z.strictObject(shape).partial() });

export const wordingLineNames = Object.keys(wordingLines) as readonly WordingLine[];

export type WordingFile = z.infer<typeof wording>;
