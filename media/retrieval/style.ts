import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { questionTerms } from './terms.ts';

/** The kind of answer that a question asks for. */
export type Style = 'greeting' | 'thanks' | 'help' | 'full_text' | 'summary' | 'highlights' | 'topic' | 'specific';

const greeting = patternOf(({ retrieval }) => retrieval?.style.greeting);
const thanks = patternOf(({ retrieval }) => retrieval?.style.thanks);
const help = patternOf(({ retrieval }) => retrieval?.style.help);
const fullText = patternOf(({ retrieval }) => retrieval?.style.fullText);
const summary = patternOf(({ retrieval }) => retrieval?.style.summary);
const highlights = patternOf(({ retrieval }) => retrieval?.style.highlights);
const topic = patternOf(({ retrieval }) => retrieval?.style.topic);

/** Returns the style of a question, including greetings and other small talk. */
export function styleOf(question: string): Style {
  if (greeting.test(question)) return 'greeting';
  if (thanks.test(question)) return 'thanks';
  if (help.test(question)) return 'help';
  if (fullText.test(question)) return 'full_text';
  // "What was the summary judgment about?" asks for something specific: a request for a summary has no subject of its
  // own.
  const subjects = [...questionTerms(question)].filter((term) => !wholes.has(term));
  if (highlights.test(question) && subjects.length <= 1) return 'highlights';
  if (summary.test(question) && subjects.length <= 1) return 'summary';
  if (topic.test(question) && subjects.length > 0) return 'topic';
  if (summary.test(question) || highlights.test(question)) return 'topic';
  return 'specific';
}

const wholes = questionTerms(entriesOf(({ retrieval }) => retrieval?.style.wholes).join(' '));
