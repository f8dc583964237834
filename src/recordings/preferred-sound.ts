/** Returns MP3 unless the client prefers WAV or refuses MP3. */
export function preferredSound(accept: string | undefined): 'wav' | 'mp3' {
  const qualities = new Map(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [type = '', ...parameters] = entry.split(';').map((part) => part.trim());
        const q = parameters.find((parameter) => parameter.startsWith('q='));
        return [type, q === undefined ? 1 : Number(q.slice(2)) || 0] as const;
      }),
  );
  /** Returns the quality of the first of these types in the header; undefined if none is present. */
  const qualityOf = (...types: readonly string[]): number | undefined =>
    types.map((type) => qualities.get(type)).find((quality) => quality !== undefined);
  const mp3 = qualityOf('audio/mpeg', 'audio/mp3', 'audio/*', '*/*');
  const wav = qualityOf('audio/wav', 'audio/x-wav', 'audio/wave', 'audio/*', '*/*') ?? 0;
  return mp3 === 0 || wav > (mp3 ?? 0) ? 'wav' : 'mp3';
}
