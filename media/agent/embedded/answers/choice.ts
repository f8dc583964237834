import { likeness, plainOf, wordsOf } from '../spoken.ts';

const yes =
  /^(yes|yeah|yep|yup|ya|yea|yah|sure|speaking|this is (he|she|him|her)|that's me|it's me|correct|right|exactly|absolutely|definitely|certainly|indeed|affirmative|ok|okay|of course|please do|go ahead|that's (right|correct|it|fine|good)|that is (right|correct)|that works|sounds (good|great|right)|perfect|(i do|i am|i would|i have|it is|we do)(?=$| (please|thanks|thank|indeed|actually)\b)|you got it|all good|uh[ -]?huh|mhm|please|fine|great|alright|all right|i guess|i think so|that'?d be (great|good|fine))\b/;
const no =
  /^(no|nope|nah|naw|not (really|quite|yet|right|correct|at all|today|now|me|anymore)|negative|never|incorrect|wrong|i don't|i do not|i'm not|i am not|i haven't|i wouldn't|(that's|that is|it's|you have|you've got|you got) (the |a )?(wrong|not|incorrect)|that is (wrong|not)|it's not|it isn't|don't|no thanks|no thank you|nothing|that's all|that's it|that's everything|i'm good|i'm fine|i'm all set|all set|not that)\b/;
const opener = /^((oh|well|so|ah|actually|hi|hello|and|um|uh|okay so|ok so)\s+)+/;

/** What a yes or no was, and what was said after it. */
export function yesNoOf(text: string): { readonly yes: boolean; readonly rest: string } | undefined {
  const plain = plainOf(text).replace(opener, '');
  const refused = no.exec(plain);
  const agreed = refused === null ? yes.exec(plain) : null;
  const match = refused ?? agreed;
  if (match === null) return undefined;
  const rest = plain.slice(match[0].length).trim();
  if (agreed !== null && /^(but )?(no|not)\b/.test(rest))
    return { yes: false, rest: rest.replace(/^(but )?(no|not)\b/, '').trim() };
  return { yes: agreed !== null, rest };
}

const positions = ['first', 'second', 'third', 'fourth', 'fifth'];

/** The choice that was named, also when misheard or by its position. */
export function choiceOf(text: string, choices: readonly string[]): string | undefined {
  const heard = wordsOf(text);
  let best: { choice: string; score: number } | undefined;
  for (const choice of choices) {
    const words = wordsOf(choice).filter((word) => word.length > 2 || wordsOf(choice).length === 1);
    const found = words.map((word) => Math.max(0, ...heard.map((other) => likeness(word, other))));
    const score = found.reduce((sum, value) => sum + (value >= 0.7 ? value : 0), 0) / Math.max(words.length, 1);
    if (best === undefined || score > best.score) best = { choice, score };
  }
  if (best !== undefined && best.score >= 0.5) return best.choice;
  const position = heard.includes('last') ? choices.length - 1 : positions.findIndex((word) => heard.includes(word));
  return position < 0 ? undefined : choices[position];
}
