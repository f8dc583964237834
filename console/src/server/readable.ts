import { t } from '../language/text.ts';

/** Replaces the API's technical terms with words for users. */
const plainWords: readonly (readonly [RegExp, string])[] = [
  [
    /must be (?:a phone number in E\.164|an E\.164 number): a plus, the country code and the number(?:, digits only)?/g,
    t('must be a phone number with its country code, such as +12025550143'),
  ],
  [/\bStart a proof with POST \/\S+\/proofs\./g, t('Start a proof in the section Tests.')],
  [
    /\bSave with draft=true, start a proof with POST \/\S+\/proofs, and publish the draft\./g,
    t('Save it as a draft, prove the draft in the section Tests, and publish it.'),
  ],
  [/, with POST \/\S+\/split\/stop or \/promote\./g, t(', in the section Split test.')],
  [/\bSave one with PATCH and draft=true(?: first|, or send agent_version)\b/g, t('Save a change as a draft first')],
  [/ with (?:POST|PUT|PATCH) \/[\w/-]+/g, ''],
  [/\bGET \/[\w/-]+ lists\b/g, t('is listed')],
  [/^address \w+: must be a UUID such as [0-9a-f-]+\.?$/, t('Nothing exists at this address')],
];

const plain = (detail: string): string =>
  plainWords.reduce((text, [pattern, words]) => text.replace(pattern, words), detail);

/**
 * Converts an error message from API names to words: "body time_window.end: must be …" becomes "Time window end must be
 * …".
 */
export const readable = (detail: string): string =>
  plain(detail)
    .split(/; (?=(?:body|query|address|form) )/)
    .map((part) =>
      part.replace(/^(?:body|query|address|form) ([\w.]+): (?=must|may|is|has|needs)/, (_, path: string) => {
        const words = path.replace(/\.(\d+)/g, (__, index: string) => ` #${Number(index) + 1}`).replace(/[._]/g, ' ');
        return `${words.slice(0, 1).toUpperCase()}${words.slice(1)} `;
      }),
    )
    .join('; ')
    .replace(/([^.!?…।])$/, '$1.');

/** Messages about fields, by the path of the field in the request. */
export type Faults = Readonly<Record<string, string>>;

const ofField = /^(?:(?:body|query|form) )?([a-z]\w*(?:\.\w+)*):? (?:\1 )?(.*)$/s;

/**
 * Returns the API's messages about single fields: "body voice.speaker: must be …" is the fault "Must be …" of
 * `voice.speaker`.
 */
export function faultsIn(detail: string): Faults {
  const faults: Record<string, string> = {};
  for (const part of plain(detail)
    .replace(/; and \d+ more\.?$/, '')
    .split(/; (?=(?:body|query|address|form) )/)) {
    const [, path, said] = ofField.exec(part) ?? [];
    if (path === undefined || said === undefined || path === 'body') continue;
    faults[path] ??= `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`.replace(/([^.!?…।])$/, '$1.');
  }
  return faults;
}
