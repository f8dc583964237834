import type { LikelyPhrase } from '../line/speech.ts';
import { kindOfPhrase, plainWords, signsOfListening, soundsLikeInterruption } from './overlap-phrases.ts';

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

/**
 * Told to the recogniser as what was said before. It knows English only and has no Hindi words of its own: with these it
 * writes "Achha." and "Nahi." where it heard "Bye John." and "Not here.", and what it understands it understands more surely.
 */
export const overlapPrompt =
  'Mm-hmm. Uh-huh. Oh, okay. Yeah, sure. Achha. Haan ji. Theek hai. Sahi hai. Bilkul. Zaroor. Bahut achha. ' +
  'Stop. Wait. Listen. Ruko. Nahi. Suniye. Kya? Ek minute. Bas.';

export interface Heard {
  readonly text: string;
  /** Mean of the recogniser's, 0 to 1. */
  readonly confidence: number;
  /** Absent or empty where only the whole is known. */
  readonly words?: readonly { readonly text: string; readonly confidence: number }[];
  /** Of the phrases that callers are likely to say, those that it may have been; absent where none were tried. */
  readonly likely?: readonly LikelyPhrase[];
}

/** Words of less speech than this are too often the beginnings of others. */
const ENOUGH_FOR_WORDS_MS = 420;

const list = (words: string): readonly string[] => words.split(/\s+/).filter(Boolean);

/**
 * Signs of listening, in English and Hindi, in both scripts, from published lists and from what was measured.
 * Whole phrases first: "got it" is one, "got" is not. The recogniser knows English only, so the last lines
 * are what it makes of Hindi ones and of hums.
 */
const fillerPhrases: readonly (readonly string[])[] = [
  ...list(
    `i_see got_it all_right of_course go_on go_ahead no_problem that's_right that_is_right thats_right sounds_good
     makes_sense make_sense thank_you thank_you_very_much thanks_very_much you_know oh_my very_good very_well fair_enough all_right_then alright_then okay_then uh_huh mm_hmm uh_hum no_worries
     i_know i_understand i_get_it got_you got_ya for_sure you_bet no_kidding that's_true that_is_true that's_good that_is_good that's_great that_is_great
     theek_hai thik_hai theek_hain teek_hai tik_hai thik_he haan_ji ji_haan jee_haan han_ji hanji sahi_hai sahi_he sahi_baat sahi_baat_hai samajh_gaya samajh_gayi bahut_achha bahut_accha
     ठीक_है हाँ_जी हां_जी जी_हाँ जी_हां सही_है सही_बात सही_बात_है समझ_गया समझ_गयी समझ_गई बहुत_अच्छा
     i'm_okay i'm_sure i'm_fine i'm_good thanks_a_lot thanks_so_much that_makes_sense take_hai thick_hai teak_hai take_ji take_a_take take_take
     take_care take_high thick_hey thick_high teak_hey be_kind think_hi bye_bye come_on it_has`,
  )
    .map((phrase) => phrase.split('_'))
    .concat(signsOfListening.map(plainWords).filter(({ length }) => length > 1))
    .sort((a, b) => b.length - a.length),
];
const fillerWords: ReadonlySet<string> = new Set(
  list(
    `i m mm mmm hm hmm hmmm mhm mmhm mmhmm mm-hmm mm-hm mm-mm uh uhh uh-huh uhuh uhhuh huh um umm er ah ahh aha ah-ha oh ooh
     ok okay okey kay right yeah yea yep yup yes ya yah sure alright fine good great nice cool wow indeed true correct
     exactly absolutely definitely certainly perfect wonderful excellent understood thanks interesting well so really
     true gotcha alrighty awesome amazing lovely fantastic brilliant super
     hai hain haan han haa ha hahn harn hon hann hun achha acha accha archa chha bahut kul teak achchha achcha atcha theek thik ji jee jai sahi bilkul jihan jihon hanji tik zaroor zarur shukriya dhanyavaad
     हाँ हां हा हूँ हूं हम्म अच्छा ठीक जी सही बिल्कुल बिलकुल ज़रूर जरूर शुक्रिया धन्यवाद ओके ओह`,
  ).concat(signsOfListening.map(plainWords).flatMap((words) => (words.length === 1 ? words : []))),
);
/** The recogniser has no spelling of its own for "achha", "achha hai" and "achha ji". */
const spellingsOfAchha = /^[ae]t?c+h+a+n?(?:i|ji)?$/;
/** What becomes of "samajh gaya" ("understood"): "So much guy.", "How much gahi?", "Haan, so much jiya." */
const spellingsOfSamajhGaya = /\b(?:so|how) much [gj](?:uy|[aio])\p{L}*(?: \p{L}{2,5})?[.?!]?$/iu;
const commands: ReadonlySet<string> = new Set(
  list(
    `stop wait no nope hold hang sorry excuse pardon hello listen cancel actually but why what who where when which
     please second seconds minute moment louder slower quiet enough help repeat don't not question person human agent operator
     ruko rukiye rukie ruk nahi nahin nahee suno suniye bas kya kyun kyon kab kahan kitna kitne kaise kaun dobara galat
     रुको रुकिए रुकिये नहीं नही सुनो सुनिए सुनिये बस क्या क्यों कब कहाँ कहां कितना कितने कैसे कौन दोबारा गलत`,
  ),
);
/** Hums and fillers hardly ever become these. */
const questionWords: ReadonlySet<string> = new Set(
  list('what who where when which why pardon kya kab kahan kyun kyon kaun kitna kitne'),
);
/** Words that nothing else is taken for, however badly they were understood. */
const sureCommands: ReadonlySet<string> = new Set(list('stop wait cancel sorry excuse ruko rukiye रुको रुकिए'));

/**
 * Measured on our speakers through mu-law: one-word interruptions are understood with a confidence of 0.5 to 0.8,
 * hums and Hindi fillers become English words at 0.1 to 0.5, one in ten above that.
 */
const CLEAR = 0.55;
const CLEAR_COMMAND = 0.55;
const CLEAR_QUESTION = 0.35;
/** The same while the caller still speaks, when a word may be the beginning of another. */
const CLEAR_SO_FAR = 0.6;
const CLEAR_SURE_SO_FAR = 0.5;
/** One or two words of this mean or more are believed though one of them is weak, and one that took no time to say. */
const VERY_CLEAR = 0.7;
/**
 * Words that are all believed this much are words of this language, though their mean is below `CLEAR`; where there are
 * two or more, the second figure is enough, with this mean. Hums and Hindi fillers that are forced into English have a
 * word of next to no confidence.
 */
const EVEN = { alone: 0.6, weakest: 0.3, confidence: 0.5 } as const;
/**
 * Signs of listening are said twice, interruptions are not, but for commands and calls: "achha, achha" becomes "I try, I
 * try", "theek, theek" "Take a take", "mm-hmm, mm-hmm" "No, no, no". No word of it may be weaker than this. In the last
 * one has 0.34 at most; in "No, no", "Hey, hey" and "Hello, hello" none has less than 0.39.
 */
const WEAKEST_AGAIN = { calls: 0.37, others: 0.8 } as const;
/** With this many words in this time it is a sentence, whatever became of its single words: no sign takes as long. */
const SENTENCE = { words: 4, speechMs: 1200, confidence: 0.45 } as const;
/**
 * Nobody speaks faster: a hum that becomes "No, no, no." has not been said in this time a word. Short words of a sentence
 * run into each other.
 */
const FASTEST_WORD_MS = { alone: 150, inSentence: 100 } as const;
/**
 * Letters and digits that were read out one by one. A hum or a sign of listening becomes two letters, or more that are
 * hardly believed ("TK" at 0.7, "G-I-T-A" at 0.47); spelled names come at 0.7 to 0.93. Digits are badly understood where
 * they are many ("555-012" at 0.3), and nothing else becomes as many.
 */
const READ_OUT = { letters: 3, lettersConfidence: 0.65, digits: 5 } as const;
/** Words understood better than this are no sign that sounds alike. */
const CLEAR_AGAINST_SIGN = 0.8;
/** So many words after a sign of listening are no other half of one. */
const WORDS_AFTER_SIGN = 3;
/** A single word this short is an "oh" or a "ji" more often than what it was taken for. */
const SHORT_MS = 320;

interface Token {
  readonly text: string;
  readonly confidence: number;
  /** Letters that were read out: "TK", "P.K.", "G-I-T". */
  readonly spelled: boolean;
}

/** `minWords` of the caller's are needed to interrupt, unless one is a command. `speechMs`: how long it took to say. */
export function judgeOverlapWords(heard: Heard, speechMs: number, minWords = 1): OverlapWords {
  const worth = judgeWords(heard, speechMs, minWords);
  if (heard.likely === undefined) return worth;
  const kind = kindOfPhrase(heard.text, heard.likely);
  if (worth === 'unclear' && (kind === 'interruption' || soundsLikeInterruption(heard.text))) return 'command';
  // A sentence begins like a sign, and a phrase says nothing of what comes after it.
  const isShort = tokensOf(heard).length < SENTENCE.words;
  const isSign = (kind === 'sign' && isShort) || spellingsOfSamajhGaya.test(heard.text);
  const isDoubtful = heard.confidence < CLEAR_AGAINST_SIGN;
  return (worth === 'words' || worth === 'command') && isSign && isDoubtful ? 'filler' : worth;
}

function judgeWords(heard: Heard, speechMs: number, minWords: number): OverlapWords {
  const tokens = tokensOf(heard);
  if (tokens.length === 0) return 'none';
  const said = withoutFillers(tokens);
  if (said.length === 0) return 'filler';
  if (said.some(({ text }) => sureCommands.has(text))) return 'command';
  const fastestMs = tokens.length < SENTENCE.words ? FASTEST_WORD_MS.alone : FASTEST_WORD_MS.inSentence;
  if (speechMs < fastestMs * tokens.length) return 'unclear';
  if (isReadOut(said, speechMs)) return 'words';
  if (said.every(({ spelled }) => spelled) || isSignSaidAgain(tokens)) return 'unclear';
  // Words support each other: "Which way?" is a question though its first word was hardly understood.
  const together = said.length > 1 ? meanOf(said) : 0;
  const isSure = ({ text, confidence }: Token): boolean => Math.max(confidence, together) >= clearOf(text);
  if (said.some((token) => commands.has(token.text) && isSure(token))) return 'command';
  if (tokens.length < minWords) return 'filler';
  // "I" is a hum where it stands alone, and "achha" becomes "I can't".
  const weighed = tokens.filter((token) => said.includes(token) || token.text === 'i');
  const isClear = said.length > 1 && heard.confidence >= VERY_CLEAR;
  return isClear || isBelieved(weighed, speechMs) || isSentence(heard, tokens.length, speechMs) ? 'words' : 'unclear';
}

/**
 * What words that end where the speaker has not ended are worth: the last of them may be the beginning of another.
 * Undefined: more must be heard.
 */
export function judgeWordsSoFar(heard: Heard, speechMs: number, minWords = 1): OverlapWords | undefined {
  const worth = judgeOverlapWords(heard, speechMs, minWords);
  // Half a word of a sentence becomes an "oh" or a "thanks"; who goes on over a caller on such a guess talks him down.
  if (worth === 'filler') {
    return speechMs >= ENOUGH_FOR_WORDS_MS && heard.confidence >= CLEAR_SO_FAR ? worth : undefined;
  }
  if (worth === 'none' && speechMs >= ENOUGH_FOR_WORDS_MS) return worth;
  if (worth === 'unclear' || worth === 'none') return undefined;
  const { words = [] } = heard;
  const tokens = tokensOf(heard);
  if (worth === 'words' && mayGoOnAsSign(tokens)) return undefined;
  if (speechMs < ENOUGH_FOR_WORDS_MS) {
    const mayBeOther = beginsFiller(tokens) || tokens.some(({ text }) => text === 'no' || text === 'nope');
    const isSure = tokens.some(({ text }) => sureCommands.has(text)) || heard.confidence >= CLEAR_SO_FAR;
    return worth === 'command' && isSure && heard.confidence >= CLEAR_SURE_SO_FAR && !mayBeOther ? worth : undefined;
  }
  if (weakestOf(words) >= CLEAR_SO_FAR) return beginsFiller(tokens) ? undefined : worth;
  if (words.length < 2) return undefined;
  const whole = words.slice(0, -1);
  const sure = { text: whole.map(({ text }) => text).join(' '), confidence: meanOf(whole), words: whole };
  const worthSure = judgeOverlapWords(sure, speechMs, minWords);
  const counts = worthSure === 'words' || worthSure === 'command';
  return counts && sure.confidence >= CLEAR_SO_FAR && !beginsFiller(tokensOf(sure)) ? worthSure : undefined;
}

const clearOf = (command: string): number => (questionWords.has(command) ? CLEAR_QUESTION : CLEAR_COMMAND);

const meanOf = (words: readonly { readonly confidence: number }[]): number =>
  words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);

const weakestOf = (words: readonly { readonly confidence: number }[]): number =>
  Math.min(...words.map(({ confidence }) => confidence));

/** A filler that is understood well says nothing for the words beside it, so it is not among these. */
function isBelieved(said: readonly Token[], speechMs: number): boolean {
  const [mean, weakest] = [meanOf(said), weakestOf(said)];
  if (mean >= VERY_CLEAR) return true;
  if (said.length === 1 && speechMs < SHORT_MS) return false;
  if (weakest >= EVEN.weakest && (weakest >= EVEN.alone || (said.length > 1 && mean >= EVEN.confidence))) return true;
  return mean >= CLEAR && weakest >= EVEN.weakest;
}

function isReadOut(said: readonly Token[], speechMs: number): boolean {
  const digits = said.reduce((sum, { text }) => sum + (text.match(/\d/g)?.length ?? 0), 0);
  if (digits >= READ_OUT.digits) return speechMs >= digits * FASTEST_WORD_MS.alone;
  if (!said.every(({ spelled }) => spelled) || meanOf(said) < READ_OUT.lettersConfidence) return false;
  const letters = said.flatMap(({ text }) => text.match(/\p{L}/gu) ?? []);
  return new Set(letters).size >= READ_OUT.letters && speechMs >= letters.length * FASTEST_WORD_MS.alone;
}

const isSentence = ({ confidence }: Heard, words: number, speechMs: number): boolean =>
  words >= SENTENCE.words && speechMs >= SENTENCE.speechMs && confidence >= SENTENCE.confidence;

const articles: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/** One phrase, two or three times and nothing else, that is no command and not understood beyond doubt. */
function isSignSaidAgain(all: readonly Token[]): boolean {
  const tokens = all.filter(({ text }) => !articles.has(text));
  const again = [2, 3].some((times) => {
    const length = tokens.length / times;
    return Number.isInteger(length) && tokens.every(({ text }, i) => text === tokens[i % length]?.text);
  });
  if (!again || tokens.length === 0) return false;
  // Of all commands hums only become "no".
  if (tokens.some(({ text }) => commands.has(text) && text !== 'no')) return false;
  const isCall = tokens.some(({ text }) => text === 'no' || text === 'hey');
  return weakestOf(tokens) < (isCall ? WEAKEST_AGAIN.calls : WEAKEST_AGAIN.others);
}

/** The words are the beginning of "no problem", "that is right" and the like; half of the first is heard as "Nope." */
const beginsFiller = (tokens: readonly Token[]): boolean =>
  fillerPhrases.some((words) => words.length > tokens.length && tokens.every(({ text }, i) => text === words[i]));

/** "Okay, guys" becomes "Okay, got it" and "Yeah, that's it" "Yeah, that's right": the reply is held meanwhile. */
const mayGoOnAsSign = (tokens: readonly Token[]): boolean => {
  const said = withoutFillers(tokens);
  const isSign = tokens[0] !== said[0] && tokens[0]?.text !== 'i';
  return isSign && said.length < WORDS_AFTER_SIGN;
};

const spelledWord = /^\p{Lu}{2,3}$|^\p{L}(?:[.-]\p{L})+$/u;

function tokensOf({ text, confidence, words = [] }: Heard): Token[] {
  const known = words.length > 0 ? words : [{ text, confidence }];
  return known.flatMap((word) => {
    const bare = word.text.replace(/[^\p{L}\p{N}]+$/u, '');
    const spelled = spelledWord.test(bare);
    const parts = spelled ? [bare.toLowerCase()] : plainWords(word.text);
    return parts.map((part) => ({ text: part, confidence: word.confidence, spelled }));
  });
}

function withoutFillers(tokens: readonly Token[]): Token[] {
  const rest: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = fillerPhrases.find((words) => words.every((word, i) => tokens[at + i]?.text === word));
    if (phrase !== undefined) at += phrase.length;
    else {
      const token = tokens[at] as Token;
      if (!fillerWords.has(token.text) && !spellingsOfAchha.test(token.text)) rest.push(token);
      at += 1;
    }
  }
  return rest;
}
