import { entriesOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { questionTerms, rootsOf } from './terms.ts';

const asksWho = patternOf(({ retrieval }) => retrieval?.demands.asksWho);
const asksIdentity = patternOf(({ retrieval }) => retrieval?.demands.asksIdentity);
const toWhom = patternOf(({ retrieval }) => retrieval?.roles.addressed);
const addressee = entriesOf(({ retrieval }) => retrieval?.roles.addressee);
const auxiliary = patternOf(({ retrieval }) => retrieval?.demands.auxiliary, '');
/** Names of roles by the roots of what is done in them. The first word of an entry is the verb. */
const named: ReadonlyMap<string, readonly string[]> = new Map(
  entriesOf(({ retrieval }) => retrieval?.roles.names).flatMap((entry) => {
    const [verb = '', ...names] = entry.split(' ');
    return [...rootsOf(verb)].map((root) => [root, names] as const);
  }),
);

/**
 * Returns a question about who does something as questions about the role, for sources that name it: "Who teaches
 * pottery?" as "Who is the teacher of pottery?" Roles that the source does not name are left out.
 */
export function roleQuestions(question: string, isKnown: (term: string) => boolean): string[] {
  const [, person] = asksWho.exec(question) ?? [];
  if (person === undefined || asksIdentity.test(person)) return [];
  const words = person.replace(/[\s?!.]+$/, '').split(/\s+/);
  const at = words.findIndex((word) => !auxiliary.test(word.toLowerCase()));
  const verb = words[at]?.toLowerCase();
  const rest = words.slice(at + 1).join(' ');
  if (verb === undefined || !/^\p{L}{3,}$/u.test(verb)) return [];
  const distinct = new Set(questionTerms(verb));
  return rolesOf(verb)
    .filter((role) => {
      const [term, ...others] = questionTerms(role);
      if (term === undefined || others.length > 0 || distinct.has(term) || !isKnown(term)) return false;
      distinct.add(term);
      return true;
    })
    .map((role) => (rest === '' ? `Who is the ${role}?` : `Who is the ${role} of ${rest}?`));
}

/** Returns a question about whom something was sent to as one about its recipient, for sources that name one. */
export function recipientQuestion(question: string, isKnown: (term: string) => boolean): string | undefined {
  const thing = toWhom.exec(question)?.[1];
  const role = addressee.find((each) => [...questionTerms(each)].every(isKnown));
  return thing === undefined || role === undefined ? undefined : `Who is the ${role} of ${thing}?`;
}

function rolesOf(verb: string): string[] {
  const irregular = [...rootsOf(verb)].flatMap((root) => named.get(root) ?? []);
  return [...irregular, ...basesOf(verb).flatMap(agentsOf)];
}

/** Returns what a verb may be without its ending: "manages" may be of "manage" or "manag". */
function basesOf(verb: string): string[] {
  const bases = [verb];
  if (/ie[sd]$/.test(verb)) bases.push(`${verb.slice(0, -3)}y`);
  if (/[^s]s$/.test(verb)) bases.push(verb.slice(0, -1));
  if (/es$/.test(verb)) bases.push(verb.slice(0, -2));
  if (/ed$/.test(verb)) bases.push(verb.slice(0, -1), verb.slice(0, -2));
  return bases;
}

function agentsOf(base: string): string[] {
  if (base.endsWith('e')) return [`${base}r`, `${base.slice(0, -1)}or`];
  if (/[^aeiou]y$/.test(base)) return [`${base.slice(0, -1)}ier`];
  const doubled = /^[^aeiou]*[aeiou][bdgmnprt]$/.test(base) ? [`${base}${base.at(-1)}er`] : [];
  return [`${base}er`, `${base}or`, ...doubled];
}
