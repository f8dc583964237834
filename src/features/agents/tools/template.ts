/** A name in `{{ }}`: an argument of the tool, or a secret. */
const placeholder = /\{\{\s*([A-Za-z0-9_.-]{1,128})\s*\}\}/g;
const secretPrefix = 'secret.';

/** Returns the names in the templates, without repeats. */
const namesIn = (templates: readonly string[]): readonly string[] => [
  ...new Set(templates.flatMap((text) => [...text.matchAll(placeholder)].map(([, name]) => name as string))),
];

/** Returns the secrets that the templates name. */
export const secretsIn = (templates: readonly string[]): readonly string[] =>
  namesIn(templates)
    .filter((name) => name.startsWith(secretPrefix))
    .map((name) => name.slice(secretPrefix.length));

/** Returns the arguments that the templates name. */
export const argumentsIn = (templates: readonly string[]): readonly string[] =>
  namesIn(templates).filter((name) => !name.startsWith(secretPrefix));

export interface TemplateValues {
  readonly args: Readonly<Record<string, unknown>>;
  readonly secrets: ReadonlyMap<string, string>;
}

/** Fills in a template; each value passes through `encode`. An argument without a value becomes empty. */
export const fillTemplate = (text: string, values: TemplateValues, encode: (value: string) => string): string =>
  text.replaceAll(placeholder, (_, name: string) =>
    encode(
      name.startsWith(secretPrefix)
        ? (values.secrets.get(name.slice(secretPrefix.length)) ?? '')
        : textOf(Object.hasOwn(values.args, name) ? values.args[name] : undefined),
    ),
  );

/** Returns an argument as it appears in a URL: objects as JSON. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Encodes each value so that it cannot leave its part of a URL. */
export const encodeInUrl = (value: string): string =>
  encodeURIComponent(Buffer.from(value).toString()).replaceAll(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );

/** The part of a URL template before its path. */
const origin = /^[^/?#]*\/\/[^/?#]*/;

/**
 * Returns what is wrong with the template of a URL, as the rest of a sentence; undefined if nothing is. The host is
 * fixed: only the path and the query may contain placeholders.
 */
export function urlTemplateTrouble(template: string): string | undefined {
  if (/[\s\\]/.test(template.replaceAll(placeholder, ''))) return 'must not contain blanks or backslashes';
  const host = origin.exec(template)?.[0] ?? template;
  if (/[{}]/.test(host)) return 'must have a fixed host: placeholders may stand in the path and the query only';
  return /\{\{|\}\}/.test(template.replaceAll(placeholder, ''))
    ? 'must write placeholders as {{argument}} or {{secret.NAME}}'
    : undefined;
}

/** Returns the URL template with a harmless value for each placeholder, for checks of its address. */
export const sampleUrl = (template: string): string => template.replaceAll(placeholder, 'x');
