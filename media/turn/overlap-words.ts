/** What words said over a reply are worth. */
export type OverlapWords =
  /** Nothing was understood. */
  | 'none'
  /** "Uh-huh", "okay", "achha": the speaker listens. */
  | 'filler'
  /** Little, and badly understood: more often a hum or a word of another language than an interruption. */
  | 'unclear'
  /** "Stop", "wait", "ruko". */
  | 'command'
  /** Something to answer. */
  | 'words';

export interface Heard {
  readonly text: string;
  /** Mean of the recogniser's, 0 to 1. */
  readonly confidence: number;
  /** Absent where only the whole is known. */
  readonly words?: readonly { readonly text: string; readonly confidence: number }[];
}

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/**
 * Signs of listening, in English and Hindi, in both scripts. Whole phrases first: "got it" is one, "got" is not.
 * The recogniser knows English only, so the last lines are what it makes of Hindi ones and of hums.
 */
const fillerPhrases: readonly (readonly string[])[] = [
  ...list(
    `i_see got_it all_right of_course go_on go_ahead no_problem that's_right that_is_right thats_right sounds_good
     makes_sense make_sense thank_you thank_you_very_much thanks_very_much you_know oh_my very_good very_well fair_enough all_right_then alright_then okay_then uh_huh mm_hmm uh_hum no_worries
     theek_hai thik_hai theek_hain teek_hai tik_hai thik_he haan_ji ji_haan jee_haan han_ji hanji sahi_hai sahi_he
     ठीक_है हाँ_जी हां_जी जी_हाँ जी_हां सही_है
     take_care take_high thick_hey thick_high teak_hey be_kind think_hi bye_bye come_on it_has`,
  )
    .map((phrase) => phrase.split('_'))
    .sort((a, b) => b.length - a.length),
];
const fillerWords: ReadonlySet<string> = new Set(
  list(
    `i m mm mmm hm hmm hmmm mhm mmhm mmhmm mm-hmm mm-hm mm-mm uh uhh uh-huh uhuh uhhuh huh um umm er ah ahh aha ah-ha oh ooh
     ok okay okey kay right yeah yea yep yup yes ya yah sure alright fine good great nice cool wow indeed true correct
     exactly absolutely definitely certainly perfect wonderful excellent understood thanks interesting well so really
     haan han haa ha hahn hon hann hun achha acha accha achchha achcha atcha theek thik ji jee jai sahi bilkul jihan jihon
     हाँ हां हा हूँ हूं हम्म अच्छा ठीक जी सही बिल्कुल बिलकुल ओके ओह`,
  ),
);
const commands: ReadonlySet<string> = new Set(
  list(
    `stop wait no nope hold hang sorry excuse pardon hello listen cancel actually but why what who where when which
     please louder slower quiet enough help repeat don't not question person human agent operator
     ruko rukiye rukie ruk nahi nahin nahee suno suniye bas kya kyun kyon galat
     रुको रुकिए रुकिये नहीं नही सुनो सुनिए सुनिये बस क्या क्यों गलत`,
  ),
);
/** Hums and fillers hardly ever become these. */
const questionWords: ReadonlySet<string> = new Set(list('what who where when which why pardon'));
/** Words that nothing else is taken for, however badly they were understood. */
const sureCommands: ReadonlySet<string> = new Set(list('stop wait cancel sorry excuse ruko rukiye रुको रुकिए'));

/**
 * Measured on five of our speakers through mu-law: one-word interruptions are understood with a confidence of 0.5 to 0.8,
 * hums and Hindi fillers become English words at 0.1 to 0.5, one in ten above that.
 */
const CLEAR = 0.5;
const CLEAR_COMMAND = 0.38;
const CLEAR_QUESTION = 0.3;
/**
 * Words that are all believed this much are words of this language, though their mean is below `CLEAR`; where there are
 * two or more, the second figure is enough, with this mean. Hums and Hindi fillers that are forced into English have a
 * word of next to no confidence.
 */
const EVEN = { alone: 0.4, weakest: 0.3, confidence: 0.37 } as const;
/**
 * "Achha, achha" becomes "I try, I try", "mm-hmm, mm-hmm" "No, no, no": of what is said twice no word may be weaker than
 * this. In those one has 0.34 at most; in "No, no", "Hey, hey" and "Hello, hello" none has less than 0.39.
 */
const WEAKEST_AGAIN = 0.37;
/** With this many words in this time it is a sentence, whatever became of its single words. */
const SENTENCE = { words: 4, speechMs: 800, confidence: 0.3 } as const;
/** Nobody speaks faster: a hum that becomes "No, no, no." has not been said in this time a word. */
const FASTEST_WORD_MS = 150;

/** `minWords` of the caller's are needed to interrupt, unless one is a command. `speechMs`: how long it took to say. */
export function judgeOverlapWords(heard: Heard, speechMs: number, minWords = 1): OverlapWords {
  const { confidence } = heard;
  const tokens = tokensOf(heard.text);
  if (tokens.length === 0) return 'none';
  const said = withoutFillers(tokens);
  if (said.length === 0) return 'filler';
  if (said.some((word) => sureCommands.has(word))) return 'command';
  if (speechMs < FASTEST_WORD_MS * tokens.length && tokens.length <= 3) return 'unclear';
  // Of all commands hums only become "no".
  const isCommand = said.some((word) => commands.has(word) && word !== 'no');
  if (isLetterAgain(tokens) || (isSaidAgain(tokens) && !isCommand && weakestOf(heard) < WEAKEST_AGAIN))
    return 'unclear';
  if (said.some((word) => commands.has(word) && confidenceOf(word, heard) >= clearOf(word))) return 'command';
  if (tokens.length < minWords) return 'filler';
  return confidence >= CLEAR || isEven(heard) || isSentence(tokens, confidence, speechMs) ? 'words' : 'unclear';
}

const clearOf = (command: string): number => (questionWords.has(command) ? CLEAR_QUESTION : CLEAR_COMMAND);

const isSentence = (tokens: readonly string[], confidence: number, speechMs: number): boolean =>
  tokens.length >= SENTENCE.words && speechMs >= SENTENCE.speechMs && confidence >= SENTENCE.confidence;

const weakestOf = ({ confidence, words = [] }: Heard): number =>
  words.length === 0 ? confidence : Math.min(...words.map((word) => word.confidence));

function isEven(heard: Heard): boolean {
  const count = heard.words?.length ?? 0;
  const weakest = weakestOf(heard);
  if (count === 0 || weakest < EVEN.weakest) return false;
  return weakest >= EVEN.alone || (count > 1 && heard.confidence >= EVEN.confidence);
}

/** Where the word was understood best; the mean where it is not known of the word. */
function confidenceOf(token: string, { confidence, words = [] }: Heard): number {
  const those = words.filter((word) => tokensOf(word.text).includes(token));
  return those.length === 0 ? confidence : Math.max(...those.map((word) => word.confidence));
}

/** "Jee, jee" becomes "GG". */
const isLetterAgain = ([only = '', ...more]: readonly string[]): boolean =>
  more.length === 0 && /^(\p{L})\1+$/u.test(only);

/** One phrase, two or three times and nothing else. */
function isSaidAgain(tokens: readonly string[]): boolean {
  return [2, 3].some((times) => {
    const length = tokens.length / times;
    return Number.isInteger(length) && tokens.every((token, i) => token === tokens[i % length]);
  });
}

function tokensOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .split(' ')
    .map((token) => token.replace(/^['-]+|['-]+$/g, ''))
    .filter((token) => token !== '');
}

function withoutFillers(tokens: readonly string[]): string[] {
  const rest: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = fillerPhrases.find((words) => words.every((word, i) => tokens[at + i] === word));
    if (phrase !== undefined) at += phrase.length;
    else {
      const token = tokens[at] as string;
      if (!fillerWords.has(token)) rest.push(token);
      at += 1;
    }
  }
  return rest;
}
