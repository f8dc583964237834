/** Condition that this version is still the current one. */
export const onlyAt = (version: number) => ({ 'if-match': `"${version}"` });
