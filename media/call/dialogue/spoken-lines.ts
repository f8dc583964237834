/** What a call says by itself, beside its brain. */
export interface SpokenLines {
  /** The brain is slow. */
  readonly moment: string;
  /** The brain or the voice failed. */
  readonly apology: string;
  /** The call must end now. */
  readonly farewell: string;
  /** Half a minute before the longest call is ended. */
  readonly endWarning: string;
  /** One after the other, to a caller who is being put through. */
  readonly hold: readonly [string, ...string[]];
}

const english: SpokenLines = {
  moment: 'One moment please.',
  apology: 'I am sorry, something went wrong on my side. Could you say that again?',
  farewell: 'I am sorry, we have to stop here. Goodbye.',
  endWarning: 'Just so you know, we have about half a minute left on this call.',
  hold: ["I'm still trying to reach them.", 'Thanks for holding, just a moment more.'],
};

const hindi: SpokenLines = {
  moment: 'एक क्षण रुकिए।',
  apology: 'माफ़ कीजिए, मेरी ओर से कुछ गड़बड़ हो गई। क्या आप फिर से कह सकते हैं?',
  farewell: 'माफ़ कीजिए, हमें बात यहीं समाप्त करनी होगी। नमस्ते।',
  endWarning: 'बता दूँ कि इस कॉल में अब लगभग आधा मिनट बचा है।',
  hold: ['मैं अब भी उनसे संपर्क करने की कोशिश कर रही हूँ।', 'इंतज़ार करने के लिए धन्यवाद, बस एक क्षण और।'],
};

const byLanguage: ReadonlyMap<string, SpokenLines> = new Map([
  ['en', english],
  ['hi', hindi],
]);

const primary = (languageCode: string): string => languageCode.toLowerCase().split(/[-_]/)[0] as string;

/** In the language of a call, where the voice speaks it and there are lines in it; else English. */
export function spokenLinesIn(languageCode: string, spoken: readonly string[]): SpokenLines {
  const language = primary(languageCode);
  const isSpoken = spoken.some((code) => primary(code) === language);
  return (isSpoken ? byLanguage.get(language) : undefined) ?? english;
}
