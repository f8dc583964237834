import type { AnswerInput } from '../../voicemail/answer.ts';
import { screeningWords } from '../../voicemail/screening-words.ts';
import { createMenuReader, menuOverMs } from './menu-reader.ts';

/**
 * What the words of a robot in front of a person mean. `asked`: a screener has asked for name and reason. `asked_often`:
 * it has asked before. `waits`: it asks to wait. `theirs`: the words are a robot's, or may become so.
 */
export type RobotWords = 'asked' | 'asked_often' | 'waits' | 'theirs';

/** Follows the robots that stand before a person: screeners of calls and telephone menus. Pure. */
export interface Robots {
  /** Returns undefined for an input of anyone else. `isAsked`: the last question has no reply yet. */
  hear(input: AnswerInput, isAsked: boolean): RobotWords | undefined;
  /** Returns what to do after this much silence: press a key, or say name and reason. */
  due(quietMs: number, isAsked: boolean): { readonly key: string } | 'introduce' | undefined;
  /** Forgets the words so far, which say nothing about who answers next. */
  reset(): void;
  /** Longest silence before somebody answers. */
  readonly patienceMs: number;
}

/** A question may be spread over as many turns: "Hi. If you record your name …" */
const turnsOfQuestion = 3;
/** Silence after a screener's question, which may have another sentence. */
const introduceAfterMs = 700;
/** A telephone rings for its owner this long after the reply to its screener. */
const ringsForMs = 60_000;
/** Behind a menu, a caller is on hold. */
const holdsForMs = 600_000;
/** A screener may ask once more. */
const mostIntroductions = 2;
/** Menus may lead back to themselves. */
const mostKeys = 8;

/** `menuChoices`: words of the options to choose in a menu, the most wanted first. */
export function createRobots(menuChoices: readonly string[]): Robots {
  const menu = createMenuReader(menuChoices);
  let turns: string[] = [];
  let introductions = 0;
  let keys = 0;

  function wordsOf(input: AnswerInput) {
    if (input.type !== 'words' && input.type !== 'speech_ended') return undefined;
    const texts = [...turns, input.text];
    if (input.type === 'speech_ended' && input.text.trim() !== '') turns = texts.slice(-turnsOfQuestion);
    return screeningWords(texts.join(' '));
  }

  function pressed(key: string): { readonly key: string } {
    keys += 1;
    return { key };
  }

  return {
    hear(input, isAsked) {
      if (keys < mostKeys && menu.hear(input)) return 'theirs';
      const words = wordsOf(input);
      const isEnd = input.type === 'speech_ended';
      if (words === 'asks' && isEnd) return introductions < mostIntroductions ? 'asked' : 'asked_often';
      if (words === 'asks' || isAsked || (words === 'may_ask' && !isEnd)) return 'theirs';
      return words === 'waits' ? 'waits' : undefined;
    },
    due(quietMs, isAsked) {
      const key = menu.due(quietMs);
      if (key !== undefined) return pressed(key);
      if (quietMs >= menuOverMs) menu.reset();
      if (!isAsked || quietMs < introduceAfterMs) return undefined;
      introductions += 1;
      return 'introduce';
    },
    reset() {
      turns = [];
      menu.reset();
    },
    get patienceMs() {
      return keys > 0 ? holdsForMs : ringsForMs;
    },
  };
}
