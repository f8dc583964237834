import { questionTerms } from './terms.ts';

/** How a question wants to be answered. */
export type Style = 'greeting' | 'thanks' | 'help' | 'full_text' | 'summary' | 'highlights' | 'topic' | 'specific';

const greeting =
  /^\s*(?:(?:hi|hello|hey|hiya|howdy|greetings|namaste|good (?:morning|afternoon|evening|day))\b[\s,!.]*(?:there|all|everyone|team|again)?|how are you(?: doing)?(?: today)?|what'?s up|nice to meet you)(?:[\s,!.?]+(?:how are you(?: doing)?(?: today)?))?[\s,!.?]*$/i;
const thanks =
  /^\s*(?:thanks?(?: you)?|thank you|cheers|great|perfect|awesome|ok(?:ay)?|bye|goodbye|see you)\b[\w\s,']{0,30}[!.]*\s*$/i;
const help =
  /^\s*(?:who are you|what (?:can|do) you do|how (?:can|do) (?:you|i) (?:help|use|ask).*|help|what can i ask.*)[\s!?.]*$/i;
const fullText =
  /\b(?:full|whole|entire|complete|all (?:of )?the|verbatim|raw)\s+(?:text|transcripts?|transcription|content|document|recording|conversation)\b|\btranscribe\b|\bword for word\b|^\s*(?:the\s+)?transcript\s*$|\bshow (?:me )?(?:the )?transcript\b/i;
const summary =
  /\b(?:summar(?:y|ise|ize|ies|ising|izing)|tl;?dr|overview|outline|gist|recap|in (?:short|brief)|main idea)\b|^\s*what (?:is|was) (?:this|the) (?:document|file|report|paper|pdf|recording|audio|call|meeting|conversation)(?: all)? about\b|^\s*what is (?:this|it) about\b/i;
const highlights =
  /\b(?:highlights?|key (?:points?|takeaways?|figures?|facts?|findings?|messages?|numbers?)|takeaways?|main points?|most important (?:points?|things?|facts?)|bullet points?|action items?)\b/i;
const topic =
  /^\s*(?:please\s+)?(?:(?:can|could) you\s+)?(?:tell me (?:more )?(?:about|on)|talk about|explain|describe|discuss|elaborate on|go into|explore|more (?:about|on|detail)|anything (?:about|on)|what (?:about|is said about|does (?:it|the \w+|this \w+) say (?:about|on))|what (?:is|was) (?:said|mentioned|discussed|reported) (?:about|on|regarding))\b/i;

/** The five ways of asking that the agents know, and what people say besides. */
export function styleOf(question: string): Style {
  if (greeting.test(question)) return 'greeting';
  if (thanks.test(question)) return 'thanks';
  if (help.test(question)) return 'help';
  if (fullText.test(question)) return 'full_text';
  // "What was the summary judgment about?" asks for something: a request for a whole names no subject of its own.
  const subjects = [...questionTerms(question)].filter((term) => !wholes.has(term));
  if (highlights.test(question) && subjects.length <= 1) return 'highlights';
  if (summary.test(question) && subjects.length <= 1) return 'summary';
  if (topic.test(question) && subjects.length > 0) return 'topic';
  if (summary.test(question) || highlights.test(question)) return 'topic';
  return 'specific';
}

const wholes = questionTerms(
  'summary summarise summarize overview outline gist recap brief short highlight highlights key point points takeaway takeaways fact facts finding findings important main idea bullet thing things content contents quick give minute minutes call meeting conversation detail details action item items sentence sentences word words',
);
