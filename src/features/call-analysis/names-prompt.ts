const mostCharacters = 200;

/**
 * Names as the recogniser's prompt: it spells them as they are written here. A name with a digit is left out, because a
 * number in a prompt is recognised where nobody said it.
 */
export function namesPrompt(names: readonly (string | null | undefined)[]): string | undefined {
  const known = names.flatMap((name) => {
    const plain = (name ?? '').replaceAll(/\s+/g, ' ').trim();
    return plain === '' || /\p{N}/u.test(plain) ? [] : [plain];
  });
  const kept: string[] = [];
  for (const name of new Set(known)) if ([...kept, name].join(', ').length < mostCharacters) kept.push(name);
  return kept.length === 0 ? undefined : `${kept.join(', ')}.`;
}
