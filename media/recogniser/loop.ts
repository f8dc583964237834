const longestPhrase = 16;

/**
 * How many tokens at the end only repeat what stands before them: 0, unless a phrase of up to 16 tokens now stands there often
 * enough to be a loop (four times for one token, since callers say "no no no"; three times for a phrase).
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
