import type { AnswerInput } from '../../voicemail/answer.ts';
import { wordEvidence } from '../../voicemail/answer-words.ts';
import { chosenOption, type MenuOption, menuOptions } from '../../voicemail/menu-options.ts';

/** Follows a telephone menu over several turns, and chooses a key. Pure. */
export interface MenuReader {
  /**
   * Returns whether the words so far are those of a menu; other inputs do not change that. Those of voicemail are not,
   * unless it offers something wanted: voicemail has keys too.
   */
  hear(input: AnswerInput): boolean;
  /** Returns the key to press after this much silence; undefined if the menu may go on, or has nothing wanted. */
  due(quietMs: number): string | undefined;
  /** Forgets the menu: a key was pressed, or nobody waits for one. */
  reset(): void;
}

/** A menu pauses between its options. */
const betweenOptionsMs = 2000;
const shortPauseMs = 300;
/** After this much silence without a wanted option, the words count as those of anyone. */
export const menuOverMs = 4000;
const mostTurns = 10;

/** `wanted`: words of the options to choose, the most wanted first. */
export function createMenuReader(wanted: readonly string[]): MenuReader {
  let turns: string[] = [];
  let options: readonly MenuOption[] = [];

  function optionsIn(text: string): readonly MenuOption[] {
    const offered = menuOptions(text);
    const isVoicemail = offered.length > 0 && chosenOption(offered, wanted) === undefined && wordEvidence(text).records;
    return isVoicemail ? [] : offered;
  }

  return {
    hear(input) {
      if (wanted.length > 0 && (input.type === 'words' || input.type === 'speech_ended')) {
        const words = [...turns, input.text];
        if (input.type === 'speech_ended' && input.text.trim() !== '') turns = words.slice(-mostTurns);
        options = optionsIn(words.join(' '));
      }
      return options.length > 0;
    },
    due(quietMs) {
      const choice = chosenOption(options, wanted);
      if (choice === undefined) return undefined;
      return quietMs >= (choice.rank === 0 ? shortPauseMs : betweenOptionsMs) ? choice.key : undefined;
    },
    reset() {
      turns = [];
      options = [];
    },
  };
}
