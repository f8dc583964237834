/** Marks of headings, quotations and list items. A number counts only before a capital letter: "3. Payment". */
const mark = /^\s*(?:(?:#{1,6}|>|[-*+•])\s+|\d{1,2}[.)]\s+(?=\p{Lu}))/u;
/** The start of a line that may become a mark. */
const undecided = /^\s*(?:#{1,6}|>|[-*+•]|\d{1,2}[.)]?)?\s*$/u;
const ending = /[\p{P}\p{Sentence_Terminal}]["')\]*_]*\s*$/u;

/** Removes the marks at the starts of lines from streamed text, before lines are joined to phrases. */
export interface LineMarks {
  push(piece: string): string;
  end(): string;
}

export function createLineMarks(): LineMarks {
  let line = '';
  let isOpen = true;
  let isMarked = false;
  /** The end of the last line, kept until the next one is known to be an item. */
  let hasBreak = false;

  /** Headings and items have no full stop, and would run into the next line. */
  function stopBefore(isItem: boolean): string {
    if (!hasBreak) return '';
    hasBreak = false;
    const spoken = last.replaceAll(/\p{Extended_Pictographic}|\u{FE0F}/gu, '').trimEnd();
    const needsStop = (isItem || wasMarked) && spoken !== '' && !ending.test(spoken);
    return needsStop ? (spoken.split(/\s+/).length < 3 ? ',\n' : '.\n') : '\n';
  }
  let last = '';
  let wasMarked = false;

  /** Returns the text of the current line so far, once it is known whether it begins with a mark. */
  function decide(isEnd: boolean): string {
    if (!isOpen || (!isEnd && undecided.test(line))) return '';
    const text = line.replace(mark, '');
    isMarked = text !== line;
    isOpen = false;
    const before = text.trim() === '' ? '' : stopBefore(isMarked);
    line = text;
    return before + text;
  }

  function endLine(): void {
    if (line.trim() !== '') {
      last = line;
      wasMarked = isMarked;
      hasBreak = true;
    }
    line = '';
    isOpen = true;
    isMarked = false;
  }

  return {
    push(piece) {
      let text = '';
      const [first = '', ...others] = piece.split('\n');
      const add = (part: string): void => {
        line += part;
        text += isOpen ? decide(false) : part;
      };
      add(first);
      for (const part of others) {
        text += decide(true);
        endLine();
        add(part);
      }
      return text;
    },
    end: () => decide(true),
  };
}
