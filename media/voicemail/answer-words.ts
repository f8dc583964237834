import { entriesOf, languages } from '../language/languages.ts';
import type { LanguagePack, VoicemailCue } from '../language/schema.ts';
import { anyPhrase } from '../text/phrase-patterns.ts';
import { plainWords } from '../text/words.ts';

/** Evidence about who answered, from the first words. In natural log-odds; positive means a machine. */
export interface WordEvidence {
  readonly weight: number;
  /** Whether only a machine says this. */
  readonly decisive: boolean;
  /** Whether it says that no message can be left. */
  readonly noMessage: boolean;
  /** Whether it asks for a message. */
  readonly records: boolean;
  readonly cues: readonly string[];
}

interface Cue {
  readonly name: string;
  /** Negative for a person. */
  readonly weight: number;
  readonly patterns: readonly RegExp[];
  readonly records: boolean;
  readonly noMessage: boolean;
  readonly asks: boolean;
}

const holdRequests = anyPhrase([...entriesOf(({ hold }) => hold?.requests), ...entriesOf(({ hold }) => hold?.forms)]);

/** Returns the cues of all languages. Cues with the same name are merged, with the greater weight. */
function cuesOf(sign: 1 | -1, pick: (pack: NonNullable<LanguagePack['voicemail']>) => readonly VoicemailCue[]): Cue[] {
  const named = new Map<string, Cue>();
  for (const cue of languages.flatMap(({ voicemail }) => (voicemail === undefined ? [] : pick(voicemail)))) {
    const same = named.get(cue.name);
    const patterns = (cue.patterns ?? []).map((pattern) => new RegExp(pattern, 'u'));
    named.set(cue.name, {
      name: cue.name,
      weight: sign * Math.max(cue.weight, Math.abs(same?.weight ?? 0)),
      patterns: [...(same?.patterns ?? []), ...patterns, ...(cue.holdRequests ? [holdRequests] : [])],
      records: (same?.records ?? false) || cue.records === true,
      noMessage: (same?.noMessage ?? false) || cue.noMessage === true,
      asks: (same?.asks ?? false) || cue.asks === true,
    });
  }
  return [...named.values()];
}

/** Returns a cue that matches a text that consists only of greetings, in any mix of languages. */
function greetingCue(): Cue[] {
  const greetings = languages.flatMap(({ voicemail }) => voicemail?.greetings ?? []);
  if (greetings.length === 0) return [];
  const oneOf = (pick: (of: (typeof greetings)[number]) => readonly string[] | undefined): string => {
    const words = greetings.flatMap((of) => pick(of) ?? []);
    return words.length === 0 ? '(?!)' : `(?:${words.join('|')})`;
  };
  const pattern = `^(?:${oneOf(({ before }) => before)} )*${oneOf(({ words }) => words)}(?: ${oneOf(({ after }) => after)})*$`;
  const weight = -Math.max(...greetings.map((of) => of.weight));
  const patterns = [new RegExp(pattern, 'u')];
  return [{ name: 'a greeting', weight, patterns, records: false, noMessage: false, asks: false }];
}

const machineCues = cuesOf(1, ({ machine = [] }) => machine);
const likelyCues = cuesOf(1, ({ likely = [] }) => likely);
const personCues = [...greetingCue(), ...cuesOf(-1, ({ person = [] }) => person)];

export function wordEvidence(text: string): WordEvidence {
  const plain = plainWords(text, { inside: "'" }).join(' ');
  const machine = matches(machineCues, plain);
  const likely = matches(likelyCues, plain);
  const human = matches(personCues, plain);
  const strongest = (cues: readonly Cue[]): number =>
    cues.reduce((most, { weight }) => (Math.abs(weight) > Math.abs(most) ? weight : most), 0);
  const rest = (cues: readonly Cue[]): number => Math.max(0, cues.length - 1) * 0.5;
  // Recorded greetings never ask the caller a question.
  const isAsked = human.some(({ asks }) => asks);
  const weight =
    (isAsked ? Math.min(1, strongest(machine)) : strongest(machine) + rest(machine)) +
    Math.min(3, strongest(likely) + rest(likely)) +
    (machine.length > 0 && !isAsked ? 0 : strongest(human));
  const canRecord = machine.some(({ records }) => records);
  return {
    weight,
    decisive: machine.length > 0 && !isAsked,
    noMessage: !canRecord && machine.some(({ noMessage }) => noMessage),
    records: canRecord && !isAsked,
    cues: [...new Set([...machine, ...likely, ...human].map(({ name }) => name))],
  };
}

const matches = (cues: readonly Cue[], plain: string): readonly Cue[] =>
  cues.filter(({ patterns }) => patterns.some((pattern) => pattern.test(plain)));
