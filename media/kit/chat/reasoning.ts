const names = ['think', 'thinking', 'thought', 'reasoning', 'reflection', 'analysis', 'scratchpad'];
/** Tags around the reasoning of models. Any end closes any start, because models mix them up. */
const starts = [
  ...names.map((name) => `<${name}>`),
  '[think]',
  '<|start_thinking|>',
  '<|channel|>analysis<|message|>',
  '<|channel>thought',
  'assistantanalysis',
];
const ends = new Set([
  ...names.map((name) => `</${name}>`),
  '[/think]',
  '<|end_thinking|>',
  '<|end|>',
  '<channel|>',
  'assistantfinal',
]);
const finalStart = '<|channel|>final<|message|>';
/** Marks of gpt-oss around text that is not reasoning. */
const marks = new Set([finalStart, '<|start|>assistant', '<|return|>', '<|call|>']);
/** Begins a call behind the reasoning, where the marks are removed. It stays in the reply, whose calls are read later. */
const callStart = 'assistantcommentary';
const tags = [...starts, ...ends, ...marks, callStart];
/** Reasoning at the beginning of a reply, where the server has removed the marks of its model. */
const bareStarts = ['assistantanalysis', 'analysis', 'thought\n'];
const bareStart = /^\s*(?:analysis(?=[^\s.,:;!?'’-])|thought\n)/;
const anyTag = new RegExp(tags.map((tag) => tag.replaceAll(/[|[\]]/g, '\\$&')).join('|'), 'i');
const longestTag = Math.max(...tags.map(({ length }) => length));

/** Removes a model's reasoning from a streamed reply. */
export interface ReasoningFilter {
  /** Returns the part of the reply that follows. */
  push(piece: string): string;
  /** Returns what was held back, at the end of the reply. */
  end(): string;
  /** Whether an end came without its start: everything before it was reasoning, also what `push` has returned. */
  readonly hasLoneEnd: boolean;
}

/** `holds`: nothing is returned before an end of reasoning, because this model omits its start. */
export function createReasoningFilter({ holds = false } = {}): ReasoningFilter {
  let pending = '';
  let isInside = false;
  let isHolding = holds;
  let hasLoneEnd = false;
  let isStart = true;
  let isBeginning = true;

  function drain(): string {
    let text = '';
    for (let match = anyTag.exec(pending); match !== null; match = anyTag.exec(pending)) {
      const tag = match[0].toLowerCase();
      const before = pending.slice(0, match.index);
      pending = pending.slice(match.index + tag.length);
      const isEnd = ends.has(tag);
      if (marks.has(tag)) {
        if (!isInside && !isHolding) text += before;
        if (tag === finalStart) isInside = false;
      } else if (tag === callStart) {
        text += isInside || isHolding ? tag : before + tag;
        isInside = false;
        isHolding = false;
      } else if (isInside) {
        if (isEnd) isInside = false;
      } else if (isEnd) {
        hasLoneEnd = true;
        isHolding = false;
        text = '';
      } else {
        if (!isHolding) text += before;
        isInside = true;
      }
    }
    return text;
  }

  /** Keeps a fragment that may become a tag. */
  function rest(): string {
    if (isHolding) return '';
    const from = Math.max(0, pending.length - longestTag);
    const start = [...pending.slice(from).matchAll(/[<[a]/gi)].find(({ index }) => {
      const fragment = pending.slice(from + index).toLowerCase();
      return tags.some((tag) => tag.startsWith(fragment));
    });
    const end = start === undefined ? pending.length : from + start.index;
    const text = isInside ? '' : pending.slice(0, end);
    pending = pending.slice(end);
    return text;
  }

  /** Removes the blank lines between the reasoning and the reply. */
  function trimmed(text: string): string {
    const visible = isStart ? text.trimStart() : text;
    if (visible !== '') isStart = false;
    return visible;
  }

  return {
    push(piece) {
      pending += piece;
      if (isBeginning) {
        const text = pending.trimStart();
        if (bareStarts.some((each) => each.startsWith(text))) return '';
        isBeginning = false;
        const [bare = ''] = bareStart.exec(pending) ?? [];
        pending = pending.slice(bare.length);
        isInside = bare !== '';
      }
      const hadLoneEnd = hasLoneEnd;
      const text = drain();
      if (hasLoneEnd && !hadLoneEnd) isStart = true;
      return trimmed(text + rest());
    },
    end() {
      const text = isInside ? '' : pending;
      pending = '';
      return trimmed(text);
    },
    get hasLoneEnd() {
      return hasLoneEnd;
    },
  };
}

/** Returns a complete reply without its reasoning. */
export function withoutReasoning(text: string): string {
  const filter = createReasoningFilter();
  const first = filter.push(text);
  return (first + filter.end()).trim();
}
