/** Replaces secret values in a text by their names, in every form in which a request or an answer may contain them. */
export function maskerOf(secrets: ReadonlyMap<string, string>): (text: string) => string {
  const forms = [...secrets]
    .flatMap(([name, value]) => formsOf(value).map((form) => ({ form, shown: `{{secret.${name}}}` })))
    .filter(({ form }) => form.length >= leastCharacters)
    // The longest first, because one value may contain another.
    .sort((a, b) => b.form.length - a.form.length);
  return (text) => forms.reduce((masked, { form, shown }) => masked.replaceAll(form, shown), text);
}

/** Shorter texts occur by chance. */
const leastCharacters = 4;

const formsOf = (value: string): readonly string[] => [
  ...new Set([
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value),
    new URLSearchParams({ v: value }).toString().slice(2),
    Buffer.from(value).toString('base64'),
    Buffer.from(value).toString('base64url'),
    // Part of the credentials of HTTP Basic.
    ...(value.includes(':') ? value.split(':').filter((part) => part.length >= leastSecretPart) : []),
  ]),
];

const leastSecretPart = 8;
