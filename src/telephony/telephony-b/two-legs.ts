import { z } from 'zod';
import type { TwoLegs } from '../client.ts';
import { endedAs } from '../how-ended.ts';

/** Treats empty values as missing: a missing value does not mean zero seconds of talk. */
const emptyAsMissing = (value: unknown): unknown => (value === null || value === '' ? undefined : value);
const seconds = z.preprocess(emptyAsMissing, z.coerce.number().nonnegative().optional()).optional().catch(undefined);
const word = z.string().optional().catch(undefined);
const leg = z.object({ Status: word, OnCallDuration: seconds }).catch({});

/** Format in callbacks: an array in JSON, bracketed names in a form. */
const callbackFields = z.object({ ConversationDuration: seconds, Legs: z.array(leg).optional().catch(undefined) });

/** Format in call details. */
const details = z.object({
  ConversationDuration: seconds,
  Leg1Status: word,
  Leg2Status: word,
  Legs: z
    .array(z.object({ Leg: leg }))
    .optional()
    .catch(undefined),
});

type Leg = z.output<typeof leg>;

const goingOn = /^(in-progress|answered)$/i;

/** Reads both legs from a telephony_b callback; undefined if it does not mention them. */
export function twoLegsOfCallback(fields: Readonly<Record<string, unknown>>): TwoLegs | undefined {
  const inForm = [0, 1].map((index) =>
    leg.parse({ Status: fields[`Legs[${index}][Status]`], OnCallDuration: fields[`Legs[${index}][OnCallDuration]`] }),
  );
  const { ConversationDuration: talked, Legs: legs = inForm } = callbackFields.parse(fields);
  return twoLegs(legs, talked);
}

/** Reads both legs from telephony_b call details; undefined if they are missing. */
export function twoLegsIn(value: unknown): TwoLegs | undefined {
  const parsed = details.safeParse(value);
  if (!parsed.success) return undefined;
  const { ConversationDuration: talked, Leg1Status, Leg2Status, Legs } = parsed.data;
  const onCall = (index: number): Leg => ({ OnCallDuration: Legs?.[index]?.Leg.OnCallDuration });
  return twoLegs(
    [
      { ...onCall(0), Status: Leg1Status },
      { ...onCall(1), Status: Leg2Status },
    ],
    talked,
  );
}

function twoLegs([first = {}, second = {}]: readonly Leg[], talked: number | undefined): TwoLegs | undefined {
  if (talked === undefined && first.Status === undefined && second.Status === undefined) return undefined;
  const ended = endedAs(second.Status ?? '');
  const talkedSeconds = talked ?? second.OnCallDuration ?? 0;
  const isJoined = talkedSeconds > 0 || ended?.status === 'completed' || goingOn.test(second.Status ?? '');
  const isFirstThere = endedAs(first.Status ?? '')?.status === 'completed' || goingOn.test(first.Status ?? '');
  return { isPickedUp: isJoined || isFirstThere || ended !== undefined, isJoined, talkedSeconds, second: ended };
}
