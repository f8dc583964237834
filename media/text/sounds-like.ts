/** What an English ear takes for one another, in this order: a letter or group, and the sound that stands for all of them. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/sh|ch|j|z|x/g, 's'],
  [/ck|q|c/g, 'k'],
  [/wh|v/g, 'w'],
  [/[bp]/g, 'p'],
  [/[dt]/g, 't'],
  [/[gk]/g, 'k'],
  [/ee|ea|ey|ay|ai|[yei]/g, 'i'],
  [/oo|ow|ou|[ou]/g, 'u'],
  [/h/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Roughly how a text of Latin letters sounds: no voice, no breath, three vowels, no gaps between words. */
export function soundOf(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  return sounds.reduce((sound, [pattern, to]) => sound.replace(pattern, to), letters);
}

const isVowel = (sound: string): boolean => 'aiu'.includes(sound);
const isNasal = (sound: string): boolean => 'mn'.includes(sound);

/** Vowels come and go in fast speech, consonants hardly do. */
const COST = { vowel: 0.4, nasal: 0.4, consonant: 0.9, acrossKinds: 1, lostConsonant: 0.8 } as const;

const lost = (sound: string): number => (isVowel(sound) ? COST.vowel : COST.lostConsonant);

function swapped(a: string, b: string): number {
  if (a === b) return 0;
  if (isVowel(a) !== isVowel(b)) return COST.acrossKinds;
  if (isVowel(a)) return COST.vowel;
  return isNasal(a) && isNasal(b) ? COST.nasal : COST.consonant;
}

/** Edit distance of two sounds (`soundOf`) by their length: 0 for the same, about 1 for nothing in common. */
export function unlikeness(a: string, b: string): number {
  let row = [0];
  for (const sound of b) row.push((row.at(-1) as number) + lost(sound));
  for (const sound of a) {
    const next = [(row[0] as number) + lost(sound)];
    for (let j = 0; j < b.length; j += 1) {
      const other = b[j] as string;
      const [above, left, across] = [row[j + 1], next[j], row[j]] as [number, number, number];
      next.push(Math.min(above + lost(sound), left + lost(other), across + swapped(sound, other)));
    }
    row = next;
  }
  return (row.at(-1) as number) / Math.max(a.length, b.length, 1);
}
