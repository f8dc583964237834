/** Angle brackets in the text are replaced, so that it cannot close the tag. */
export const fenced = (name: string, text: string): string =>
  `<data name="${name}">\n${unfenced(text).slice(0, 6000)}\n</data>`;

export const unfenced = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›');
