const longestPhrase = 16;

/**
 * Returns how many tokens at the end only repeat those before them. Returns 0 unless a phrase of up to 16 tokens occurs
 * often enough to be a loop: four times for one token, since callers say "no no no"; three times for a longer phrase.
 */
export function loopLength(tokens: readonly number[]): number {
  for (let phrase = 1; phrase <= longestPhrase; phrase += 1) {
    const times = phrase === 1 ? 5 : phrase < 4 ? 4 : 3;
    const span = phrase * (times - 1);
    if (tokens.length < span + phrase) break;
    let same = 0;
    while (same < span && tokens[tokens.length - 1 - same] === tokens[tokens.length - 1 - same - phrase]) same += 1;
    if (same === span) return span;
  }
  return 0;
}
