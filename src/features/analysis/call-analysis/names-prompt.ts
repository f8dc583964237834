const mostCharacters = 200;

/**
 * Returns names as a prompt, so that the recogniser spells them as written here. Names with digits are left out: a
 * number in the prompt gets recognised where nobody said it.
 */
export function namesPrompt(names: readonly (string | null | undefined)[]): string | undefined {
  const allNames = names.flatMap((name) => {
    const plain = (name ?? '').replaceAll(/\s+/g, ' ').trim();
    return plain === '' || /\p{N}/u.test(plain) ? [] : [plain];
  });
  const namesInPrompt: string[] = [];
  for (const name of new Set(allNames))
    if ([...namesInPrompt, name].join(', ').length < mostCharacters) namesInPrompt.push(name);
  return namesInPrompt.length === 0 ? undefined : `${namesInPrompt.join(', ')}.`;
}
