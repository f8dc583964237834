/** Sounds that English listeners confuse, applied in this order: a letter or group, and the representative sound. */
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

/**
 * Returns an approximation of how Latin text sounds, without voicing, aspiration and word gaps, and with three vowels.
 */
export function soundOf(text: string): string {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  return sounds.reduce((sound, [pattern, to]) => sound.replace(pattern, to), letters);
}

const isVowel = (sound: string): boolean => 'aiu'.includes(sound);
const isNasal = (sound: string): boolean => 'mn'.includes(sound);

/** Fast speech drops vowels, but rarely consonants. */
const COST = { vowel: 0.4, nasal: 0.4, consonant: 0.9, acrossKinds: 1, lostConsonant: 0.8 } as const;

const lost = (sound: string): number => (isVowel(sound) ? COST.vowel : COST.lostConsonant);

function swapped(a: string, b: string): number {
  if (a === b) return 0;
  if (isVowel(a) !== isVowel(b)) return COST.acrossKinds;
  if (isVowel(a)) return COST.vowel;
  return isNasal(a) && isNasal(b) ? COST.nasal : COST.consonant;
}

/** Returns the edit distance of two sounds (`soundOf`) relative to their length: 0 if equal, about 1 if unrelated. */
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
