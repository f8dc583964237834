/** The first of a client's preferences that we have; WAV when it has none, which is there at once. */
export function preferredSound(accept: string | undefined): 'wav' | 'mp3' {
  const qualityOf = (types: readonly string[]): number => {
    let best = 0;
    for (const entry of (accept ?? '').toLowerCase().split(',')) {
      const [type = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      if (types.includes(type)) best = Math.max(best, q === undefined ? 1 : Number(q.slice(2)) || 0);
    }
    return best;
  };
  const mp3 = qualityOf(['audio/mpeg', 'audio/mp3']);
  return mp3 > 0 && mp3 > qualityOf(['audio/wav', 'audio/x-wav', 'audio/wave']) ? 'mp3' : 'wav';
}
