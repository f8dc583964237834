import type { AgentPlan } from '../../line/agent.ts';
import type { VoiceChoice } from '../../line/speech.ts';

/** A decode weighs each term: more would cost more than they gain. */
const mostTerms = 60;
/** Documents are searched up to here, so that a call with a large knowledge base starts as fast. */
const mostCharacters = 100_000;

/** A name has letters and nothing else; digits given to a recogniser are heard where nobody said them. */
const isName = (text: string): boolean =>
  text.length <= 40 && /^\p{Lu}[\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){0,3}$/u.test(text);

/**
 * Returns the names that a caller of this agent may say, the most specific first: of agent, business and caller, words
 * of the pronunciation lexicon, and proper nouns in the agent's texts and documents, the most frequent first.
 */
export function keyTermsOf(
  plan: Pick<AgentPlan, 'agentName' | 'businessName' | 'contact' | 'greeting' | 'personaPrompt' | 'knowledge'>,
  { pronunciations = [] }: Pick<VoiceChoice, 'pronunciations'>,
): readonly string[] {
  const candidates = [
    plan.agentName,
    plan.businessName,
    ...Object.values(plan.contact),
    ...pronunciations.map(({ word }) => word),
  ];
  const names = candidates.map((name) => name.replaceAll(/\s+/g, ' ').trim()).filter(isName);
  const texts = [plan.greeting, plan.personaPrompt, ...plan.knowledge.flatMap(({ title, text }) => [title, text])];
  return [...new Set([...names, ...properNouns(texts)])].slice(0, mostTerms);
}

const capitalised = /(?<=[\p{Ll}\d,;:] )\p{Lu}[\p{L}\p{M}'’-]{2,}(?: \p{Lu}[\p{L}\p{M}'’-]{2,}){0,2}/gu;

/** Words that are capitalised within a sentence and nowhere written in lower case. */
function properNouns(texts: readonly string[]): string[] {
  const text = texts.join('\n').slice(0, mostCharacters);
  const common = new Set(text.match(/(?<![\p{L}\p{M}])\p{Ll}[\p{L}\p{M}]+/gu));
  const counts = new Map<string, number>();
  for (const [name] of text.matchAll(capitalised)) {
    if (name.split(' ').some((word) => common.has(word.toLowerCase()))) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts.keys()].toSorted((a, b) => (counts.get(b) as number) - (counts.get(a) as number));
}
