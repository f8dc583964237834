import type { LikelyPhrase } from '../line/speech.ts';
import { soundOf, unlikeness } from './sounds-like.ts';

const phrases = (lists: string): readonly string[] =>
  lists
    .split(/[|\n]/)
    .map((phrase) => phrase.trim())
    .filter(Boolean);

/**
 * Signs of listening in English, as they are written: continuers, acknowledgements, agreement and appreciation (after the
 * classes of the Switchboard corpus, Jurafsky et al. 1997).
 */
const englishSigns = phrases(`
  Okay | Okay, okay | Oh, okay | Ah, okay | Mm, okay | Hmm, okay | Okay, great | Okay, good | Okay, sure | Okay, right | Okay, fine
  Okay, thanks | Okay, thank you | Okay, I see | Okay, got it | Okay, yeah | Okay, yes | Okay, perfect | Okay, cool | Okay then
  Yeah | Yeah, yeah | Oh yeah | Yeah, okay | Yeah, sure | Yeah, right | Yeah, exactly | Yes | Yes, yes | Yes, okay | Yes, of course
  Yep | Yup | Yep, yep | Right | Right, right | Oh, right | Ah, right | Right, okay | All right | Alright | All right then | Alright then
  Mm | Mm-hmm | Mm-hmm, mm-hmm | Mmm | Hmm | Huh | Uh-huh | Uh-huh, uh-huh | Uh-huh, okay | Oh | Ah | Aha | I see | I see, I see
  Oh, I see | Ah, I see | Sure | Sure, sure | Sure thing | Got it | Got you | Gotcha | Good | Oh, good | Good, good | Very good
  Great | Oh, great | That's great | That is great | That's good | That is good | That's right | That is right | That's true
  That is true | That's fine | That is fine | That's okay | That's nice | That's cool | That's perfect | That's fair | That works
  That makes sense | Makes sense | Sounds good | Sounds great | Sounds fine | Sounds perfect | Good to know | Good to hear
  Fine | Oh, fine | Perfect | Cool | Nice | Oh, nice | Very nice | Lovely | Wonderful | Excellent | Fantastic | Awesome | Amazing
  Brilliant | Super | Wow | Oh, wow | Really | Oh, really | Interesting | Exactly | Absolutely | Definitely | Certainly | Of course
  Indeed | Correct | True | Totally | Naturally | Agreed | I agree | Noted | Understood | I understand | I know | I hear you
  I get it | I get that | I'm with you | I'm listening | I follow | Fair enough | Fair point | Good point | Very well | No problem
  No worries | For sure | You bet | Thank you | Thanks | Thanks a lot | Thank you very much | Many thanks | Great, thanks
  Appreciate it | Go on | Go ahead | Carry on | Please continue | Please go on | Keep going | Well, well | Oh my | Will do
  You're right | You are right | Quite right | No doubt | I guess so | I suppose so | Yeah, I see | Yeah, no problem | Is that so`);

/** The same in Hindi, in Latin letters: the recogniser knows no others. */
const hindiSigns = phrases(`
  Achha | Acha | Achha, achha | Oh, achha | Achha ji | Ji achha | Haan, achha | Achha, theek hai | Achha, theek
  Achha, haan | Haan | Han | Haan, haan | Haan ji | Haan ji, haan ji | Ji | Ji, ji | Ji haan | Ji, ji haan
  Haan, theek hai | Haan theek | Haan, sahi hai | Haan, bilkul | Haan, zaroor | Haan, samjha | Haan, haan, theek hai | Theek hai | Thik hai
  Theek | Theek, theek | Theek hai, theek hai | Theek hai ji | Ji theek hai | Okay, theek hai | Hmm, theek hai | Theek hai, achha
  Ji achha, theek hai | Hmm, achha | Okay ji | Okay, achha | Achha, okay | Haan, okay | Sahi hai | Sahi | Sahi, sahi | Ji sahi
  Sahi baat hai | Sahi baat | Sahi kaha | Achha, sahi hai | Bilkul | Bilkul, bilkul | Bilkul sahi | Ji bilkul | Ji haan, bilkul
  Zaroor | Jaroor | Ji zaroor | Shukriya | Dhanyavaad | Dhanyavad | Samajh gaya | Samajh gayi | Samjha | Achha, samajh gaya | Haan, samajh gaya
  Haan, samajh gayi | Badhiya | Bahut badhiya | Bahut achha | Bahut khoob | Bahut sahi | Wah | Arre wah | Kya baat hai
  Koi baat nahi | Chaliye | Chalo theek hai | Chalega | Ho gaya | Pata hai | Ekdum sahi | Sach mein | Aage boliye | Haan boliye
  Boliye | Ji boliye`);

const englishInterruptions = phrases(`
  Stop | Stop it | Stop, stop | Please stop | Stop talking | Stop there | Stop right there | Wait | Wait, wait | Wait a second
  Wait a minute | Wait a moment | Wait, what | Wait, wait, wait | Please wait | Hold on | Hold on a second | Hold it | Hang on
  Hang on a second | One moment | One second | One minute | Just a moment | Just a second | Just a minute | Excuse me | Excuse me, please
  Sorry | Sorry, what | I'm sorry | Sorry to interrupt | Pardon | Pardon me | What | What's that | What was that | Say what
  Say again | Say that again | Say it again | Come again | Repeat that | Repeat, please | Again, please | Can you repeat that | Hello
  Hello, hello | No | No, no | No, no, no | No, wait | No, stop | No, sorry | No thank you | No thanks | Nope | Not really | Not that
  Not now | Not today | Not tomorrow | Not Monday | Never | Never mind | Forget it | Cancel | Cancel that | Cancel it | Skip that
  Skip it | Enough | That's enough | That is enough | That's wrong | That is wrong | That's not right | That's not it | Wrong
  Wrong number | Wrong person | Not me | Why | Why not | Why is that | But why | But | But wait | Actually | Actually, no | Listen
  Listen to me | Let me speak | Let me talk | My turn | Can I ask | Can I ask something | May I ask | A question | One question
  Quick question | I have a question | Who | Who is this | Who is that | Who are you | Whose | When | When exactly | Where
  Where exactly | Where is that | Which one | Which day | Which doctor | Which address | What time | What day | What date | What price
  What about | What else | How | How come | How much | How much is it | How many | How long | How far | How old | How so | Is it free
  Is it open | Is that all | Are you open | Monday | Tuesday | Wednesday | Thursday | Friday | Saturday | Sunday | On Monday | On Tuesday
  On Wednesday | On Thursday | On Friday | On Saturday | On Sunday | Today | Tomorrow | Tonight | Next week | Next month | Next Monday
  This week | This afternoon | In the morning | In the evening | At noon | Too early | Too late | Too fast | Too slow | Too loud
  Too expensive | Too much | Too long | Too far | Slow down | Speak up | Speak slower | Speak slowly | Slower, please | Louder | Louder, please
  Be quiet | Quiet | Quiet, please | Shut up | Go back | Start over | Start again | Tell me more | Help | Help me | I need help
  I disagree | I don't know | I don't think so | I don't want that | I don't understand | I said no | I'm lost | I'm busy
  I can't hear you | Can't hear you | Operator | Agent | Human | A human, please | A person, please | Real person | Representative
  Customer service | Manager, please | Call me back | Call back later | I have to go | What do you mean | Ten dollars
  Two people | In English, please`);

const hindiInterruptions = phrases(`
  Ruko | Rukko | Ruko, ruko | Rukiye | Zara rukiye | Ruk jao | Ruk jaiye | Arre ruko | Ek minute | Ek minute rukiye | Ek second
  Ek baat | Ek sawaal | Suno | Suniye | Arre suniye | Zara suniye | Meri baat suniye | Meri baat suno | Nahi | Nahin | Nahi, nahi
  Nahi ji | Nahi, ruko | Nahi chahiye | Mujhe nahi chahiye | Kya | Kya kaha | Kya bola | Kya hua | Kab | Kab tak | Kahan | Kahan par
  Kyun | Kyun nahi | Kaun | Kaun sa | Kaun bol raha hai | Kaise | Kitna | Kitne | Kitne baje | Kitna paisa | Kitne paise | Bas | Bas karo
  Bas kijiye | Galat | Galat hai | Galat number | Phir se | Phir se boliye | Phir se bataiye | Dobara | Dobara boliye | Dobara bataiye
  Dheere | Dheere boliye | Zor se boliye | Mat boliye | Chup | Chup raho | Band karo | Cancel karo | Thehriye | Thoda ruko | Lekin
  Haan lekin | Magar | Samajh nahi aaya | Sunai nahi diya | Mujhe kuch poochna hai | Mujhe batao | Baad mein | Aaj nahi | Kal`);

export const signsOfListening: readonly string[] = [...englishSigns, ...hindiSigns];

/** What is tried where words over a reply are badly understood. */
export const overlapPhrases: readonly string[] = [...signsOfListening, ...englishInterruptions, ...hindiInterruptions];

const signs: ReadonlySet<string> = new Set(signsOfListening);

/**
 * A sign must be this likely, and so much more than any interruption, for words that were taken for an interruption to be one;
 * an interruption for words that were not understood. Natural logarithms, from 1,200 recordings of our own speakers.
 */
const SURE = { sign: -4, signAhead: 2, interruption: -4.3, interruptionAhead: 1 } as const;

/** Words without case and punctuation. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[’`]/g, "'")
    .replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .split(' ')
    .map((token) => token.replace(/^['-]+|['-]+$/g, ''))
    .filter((token) => token !== '');
}

const plain = (text: string): string => plainWords(text).join(' ');

/** One word, also said twice, is too often what something else was taken for: "mm-hmm, mm-hmm" becomes "No, no, no." */
const interruptionsOfWords: ReadonlySet<string> = new Set(
  [...englishInterruptions, ...hindiInterruptions].map(plain).filter((text) => new Set(text.split(' ')).size > 1),
);

/** Which of the two `text` was, by the phrases that it may have been; undefined where that is open. */
export function kindOfPhrase(text: string, likely: readonly LikelyPhrase[]): 'sign' | 'interruption' | undefined {
  const heard = plain(text);
  if (interruptionsOfWords.has(heard)) return 'interruption';
  // What was said goes on after this one, so this alone is not what was said.
  const whole = likely.filter((phrase) => !heard.startsWith(`${plain(phrase.text)} `));
  const best = (isSign: boolean): number =>
    whole.find((phrase) => signs.has(phrase.text) === isSign)?.logProbability ?? Number.NEGATIVE_INFINITY;
  const [sign, interruption] = [best(true), best(false)];
  if (sign >= SURE.sign && sign - interruption >= SURE.signAhead) return 'sign';
  return interruption >= SURE.interruption && interruption - sign >= SURE.interruptionAhead
    ? 'interruption'
    : undefined;
}

const signSounds = signsOfListening.map(soundOf);
const hindiInterruptionSounds = hindiInterruptions.map(soundOf);
/** Shorter ones sound like too much else. */
const LEAST_SOUNDS = { heard: 5, phrase: 4 } as const;
const ALIKE = { most: 0.2, ahead: 0.05 } as const;

/**
 * Whether words that were not understood sound like an interruption in Hindi, which is written down by ear: "Fear say bowl
 * yay." for "phir se boliye". What an English one was is told better by trying its phrases.
 */
export function soundsLikeInterruption(text: string): boolean {
  const heard = soundOf(text);
  if (heard.length < LEAST_SOUNDS.heard) return false;
  const nearest = (sounds: readonly string[]): number =>
    Math.min(...sounds.map((sound) => (sound.length < LEAST_SOUNDS.phrase ? 1 : unlikeness(heard, sound))));
  const interruption = nearest(hindiInterruptionSounds);
  return interruption <= ALIKE.most && nearest(signSounds) - interruption >= ALIKE.ahead;
}
