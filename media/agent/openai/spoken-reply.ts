import { withoutMarks } from '../../retrieval/index.ts';
import type { Confidential } from '../confidential.ts';
import { countWords, createPhraser, endsSentence, type Phrase } from '../phrases.ts';
import { createSpeechFilter, type SpeechFilterOptions } from './speech.ts';
import type { WrittenCall } from './tool-call-parts.ts';

/** A longer reply is cut at the end of its sentence, and one whose sentence does not end at the end of its clause. */
const maxReplyChars = 600;
const maxUnendedChars = 900;
/** Words of a reply that has broken off are spoken from this many on. */
const minWords = 3;
/** Phrases among which a model that does not mark its reasoning mentions the other party. */
const suspectPhrases = 3;
/** Models reason in English, about the caller instead of to the caller. */
const aboutTheCaller =
  /\b(?:the|this) (?:caller|user|customer)(?:'s\b|\s+(?:is|was|has|had|wants?|wanted|asks?|asked|asking|says?|said|needs?|seems?|might|may|would|just|mentioned|greeted|called|calls)\b)/i;

/** Reads the cells of a table one after another, without its bars and rules. */
const withoutBars = (text: string): string =>
  text.includes('|')
    ? text
        .replace(/\s*\|[\s|:-]*/g, ', ')
        .replace(/^, |,\s*$/g, '')
        .replace(/(?<=[.!?:;,]), /g, ' ')
    : text;

/** What the agent says of a model's output, completion by completion. */
export interface SpokenReply {
  /** Begins the next completion of the same reply. */
  begin(options: SpeechFilterOptions): void;
  push(piece: string): readonly Phrase[];
  /** Returns the sentence that is complete although no word follows it yet. */
  flush(): readonly Phrase[];
  /** Returns what remains of a finished completion. */
  end(): readonly Phrase[];
  /** Returns what can still be said of a completion that broke off. */
  breakOff(): readonly Phrase[];
  /** Records a phrase that the agent speaks for the model. */
  add(phrase: Phrase): Phrase;
  readonly spokenChars: number;
  /** Whether words are waiting for the end of their phrase. */
  readonly hasWords: boolean;
  /** The phrases so far, as they appear in the history. */
  readonly said: string;
  readonly garbage: boolean;
  /** Whether the output reached confidential text. Nothing after that point is spoken. */
  readonly withheld: boolean;
  readonly full: boolean;
  /** Whether the text so far ends a sentence, so that a stream that stops without a finish reason may be complete. */
  readonly sentenceComplete: boolean;
  /** Whether the model ended reasoning whose start it had not marked. */
  readonly hasLoneEnd: boolean;
  /** Tool calls that the model wrote as text; complete after `end`. */
  readonly calls: readonly WrittenCall[];
}

export function createSpokenReply(confidential: Confidential): SpokenReply {
  let filter = createSpeechFilter();
  let phraser = createPhraser();
  let spokenChars = 0;
  let text = '';
  let phraseCount = 0;
  let full = false;
  let withheld = false;
  let spokenText = '';
  /** Phrases that seem to be reasoning. They are spoken if the completion ends without proof. */
  let suspect: Phrase[] | undefined;

  const append = (words: string): string => `${spokenText}${spokenText === '' ? '' : ' '}${words}`;

  function speak(phrases: readonly Phrase[]): readonly Phrase[] {
    const spoken: Phrase[] = [];
    for (const phrase of phrases) {
      const words = withoutBars(withoutMarks(phrase.text));
      if (full || withheld || !/[\p{L}\p{N}]/u.test(words)) continue;
      const all = append(words);
      withheld = confidential.isIn(all);
      if (withheld) continue;
      spokenChars += words.length;
      spokenText = all;
      full = spokenChars >= (phrase.continues ? maxUnendedChars : maxReplyChars);
      spoken.push({ text: words, continues: phrase.continues && !full });
    }
    return spoken;
  }

  function screen(phrases: readonly Phrase[]): readonly Phrase[] {
    if (suspect === undefined) {
      const index = phrases.findIndex(
        (phrase, i) => phraseCount + i < suspectPhrases && aboutTheCaller.test(phrase.text),
      );
      phraseCount += phrases.length;
      if (index < 0) return speak(phrases);
      suspect = phrases.slice(index);
      return speak(phrases.slice(0, index));
    }
    suspect.push(...phrases);
    return [];
  }

  function take(visible: string): readonly Phrase[] {
    text += visible;
    return phraser.push(visible);
  }

  return {
    begin(options) {
      filter = createSpeechFilter(options);
      phraser = createPhraser();
      text = '';
      phraseCount = 0;
      suspect = undefined;
    },
    push(piece) {
      const hadLoneEnd = filter.hasLoneEnd;
      const visible = filter.push(piece);
      if (filter.hasLoneEnd && !hadLoneEnd) {
        suspect = undefined;
        phraseCount = suspectPhrases;
        phraser = createPhraser();
        text = '';
      }
      return filter.garbage ? [] : screen(take(visible));
    },
    flush: () => (filter.garbage || full ? [] : screen(phraser.flush())),
    end() {
      const rest = filter.end();
      if (filter.garbage || full) return [];
      const phrases = [...screen(take(rest)), ...screen(phraser.end())];
      const held = suspect ?? [];
      suspect = undefined;
      return [...phrases, ...speak(held)];
    },
    breakOff() {
      if (filter.garbage || full || suspect !== undefined) return [];
      const rest = phraser.end();
      return countWords(rest.map((phrase) => phrase.text).join(' ')) < minWords ? [] : speak(rest);
    },
    add(phrase) {
      spokenText = append(phrase.text);
      return phrase;
    },
    get spokenChars() {
      return spokenChars;
    },
    get hasWords() {
      return suspect === undefined && countWords(text) >= minWords;
    },
    get said() {
      return spokenText;
    },
    get garbage() {
      return filter.garbage;
    },
    get withheld() {
      return withheld;
    },
    get full() {
      return full;
    },
    get sentenceComplete() {
      return endsSentence(text.trimEnd());
    },
    get hasLoneEnd() {
      return filter.hasLoneEnd;
    },
    get calls() {
      return filter.calls;
    },
  };
}
