import { entriesOf } from '../../language/languages.ts';
import { anyOf, anyPhrase } from '../../text/phrase-patterns.ts';
import { plainWords } from '../../text/words.ts';

/** A longer text mentions a wait but does not ask for one. */
const mostWords = 14;

const requests = anyPhrase([...entriesOf(({ hold }) => hold?.requests), ...entriesOf(({ hold }) => hold?.forms)]);
const others = anyOf(entriesOf(({ hold }) => hold?.patterns));

/** Whether the speaker asks the agent to wait. */
export function asksToWait(text: string): boolean {
  const words = plainWords(text);
  const plain = words.join(' ');
  return words.length <= mostWords && (requests.test(plain) || others.test(plain));
}
