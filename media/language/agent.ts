import { z } from 'zod';
import { entry, group } from './lists.ts';

/**
 * Patterns with which the embedded agent interprets callers and keeps secrets. Words of a trade or a tenant do not
 * belong here.
 */
export const agent = z.strictObject({
  names: group(
    ['introduction', 'opener', 'ending', 'lastName', 'lastNameOn', 'spelledOn'],
    ['notName', 'backchannels'],
  ),
  times: group([
    'earliest',
    'anyDay',
    'excluding',
    'anyTime',
    'halfPast',
    'quarterPast',
    'quarterTo',
    'minutesPast',
    'minutesTo',
    'oClock',
    'partOfDay',
    'beforeHour',
    'aroundHour',
    'hourCue',
    'midday',
    'noon',
    'countedBefore',
    'countedUnit',
  ]),
  choices: group(['yes', 'no', 'opener', 'refusesAfterAll'], ['positions']),
  contacts: group([
    'plus',
    'emailLeadIn',
    'statement',
    'atSign',
    'dotSign',
    'dashSign',
    'underscoreSign',
    'courtesies',
  ]),
  quantities: group(['none', 'couple', 'dozen', 'single', 'pronoun', 'purpose']),
  forms: group(['interrogative', 'proposal', 'inner', 'service', 'declining', 'correcting', 'negating', 'reporting']),
  persona: group(
    ['invites', 'addressed', 'states', 'manner', 'purposeOf', 'ability', 'persons'],
    ['orders'],
  ).safeExtend({
    /** Replacement for each word of `persons` when the agent speaks about itself to a caller. */
    inOwnWords: z.record(entry, entry),
  }),
  goals: group(['preamble', 'clauseEnd', 'request']),
  examples: group(['details']),
  script: group(['noText', 'formerDay', 'saysToday']),
  dialogue: group(['revokes', 'notThat', 'namesItself', 'exception']),
  talk: group(['yesNo']),
  /** `visit` captures the day; a search for it begins with `opening`. */
  answer: group(['today', 'tomorrow', 'visit'], ['opening']),
  spoken: group(['hesitation']),
  secrets: group(['secretNoun', 'secretVerb', 'pointsBack', 'limits'], ['instructs']),
  phrasing: group(['joint'], ['conjunctions']),
  squashed: group([], ['signWords']),
  destinations: group(['numberName', 'agreed']),
});
