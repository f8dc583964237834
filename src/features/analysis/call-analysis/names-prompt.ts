const mostCharacters = 200;

/**
 * Returns names as a prompt, so that the recogniser spells them as written here. Names with digits are left out: a
 * number in the prompt gets recognised where nobody said it.
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
