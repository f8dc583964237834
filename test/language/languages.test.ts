import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { calibrationOf, neutralCalibration, readCalibration } from '../../media/engines/calibrations.ts';
import { entriesOf, languages, packOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { readLanguages } from '../../media/language/read.ts';
import { wordingLineNames } from '../../media/language/wording.ts';
import { manifest } from '../../models/manifest.ts';

const folder = new URL('../../media/language/', import.meta.url);

/** A copy of the packs in a folder of the same names, which ends with the test. */
async function copied(): Promise<string> {
  const at = await mkdtemp(join(tmpdir(), 'languages-'));
  onTestFinished(() => rm(at, { recursive: true }));
  const copy = join(at, 'media', 'language');
  for (const { code } of languages) await cp(new URL(code, folder), join(copy, code), { recursive: true });
  return copy;
}

const read = (copy: string) => readLanguages(pathToFileURL(`${copy}/`));

describe('language packs', () => {
  it('cover English and Hindi, and are found by a language code', () => {
    expect(languages.map(({ code }) => code)).toEqual(['en', 'hi']);
    expect(packOf('hi-IN')?.code).toBe('hi');
    expect(packOf('fr')).toBeUndefined();
    expect(entriesOf(({ hold }) => hold?.requests)).toEqual(expect.arrayContaining(['Hold on', 'Ruko']));
  });

  it('have every line of the agents in English', () => {
    expect(Object.keys(packOf('en')?.wording?.lines ?? {}).sort()).toEqual([...wordingLineNames].sort());
  });

  it('join the parts of a pattern in its place, and match nothing where no language has one', () => {
    const pattern = patternOf(() => ({ at: '^(?:{entries})\\b', entries: ['so', 'well'] }));
    expect(['Well, yes', 'so', 'also', 'wells'].map((text) => pattern.test(text))).toEqual([true, true, false, false]);
    expect(patternOf(() => ({ at: 'words', entries: ['no one', 'none'] })).source).toContain('\\b(?:no one|none)\\b');
    expect(patternOf(() => undefined).test('')).toBe(false);
  });

  it('are rejected for a pattern that has no place for its parts', async () => {
    const copy = await copied();
    const file = join(copy, 'en', 'identity.json');
    const identity = JSON.parse(await readFile(file, 'utf8'));
    identity.year.ended.at = '^(?:entries)$';
    await writeFile(file, JSON.stringify(identity));
    expect(() => read(copy)).toThrow('media/language/en/identity.json: year.ended.at: ');
  });

  it('are read from a folder, so that another language needs no code', async () => {
    const copy = await copied();
    await cp(join(copy, 'hi'), join(copy, 'mr'), { recursive: true });
    expect(read(copy).map(({ code }) => code)).toEqual(['en', 'hi', 'mr']);
  });

  test.each([
    ['a field that the schema does not have', { speed: 1 }, /^media\/language\/hi\/fillers\.json: the file: .*speed/],
    [
      'a list without entries',
      { words: { source: 'x', set: 'seen', entries: [] } },
      /^media\/language\/hi\/fillers\.json: words\.entries: /,
    ],
    [
      'an entry that is not text',
      { words: { source: 'x', set: 'seen', entries: ['ji', 7] } },
      /: words\.entries\.1: .*string/,
    ],
    [
      'an entry that is listed twice',
      { words: { source: 'x', set: 'seen', entries: ['ji', 'ji'] } },
      /: an entry is listed twice/,
    ],
    ['a list without a source', { words: { set: 'seen', entries: ['ji'] } }, /: words\.source: /],
    ['a measured list without a set', { words: { source: 'x', entries: ['ji'] } }, /: words\.set: /],
    ['a set that does not exist', { words: { source: 'x', set: 'test', entries: ['ji'] } }, /: words\.set: /],
  ])('are rejected for %s, with the file and the field', async (_, content, message) => {
    const copy = await copied();
    await writeFile(join(copy, 'hi', 'fillers.json'), JSON.stringify(content));
    expect(() => read(copy)).toThrow(
      expect.objectContaining({ code: 'data_file_invalid', message: expect.stringMatching(message) }),
    );
  });

  it('are rejected for text that is not JSON, a pattern that does not compile and a file of another name', async () => {
    const copy = await copied();
    const file = join(copy, 'en', 'hold.json');
    await writeFile(file, '{');
    expect(() => read(copy)).toThrow(/^media\/language\/en\/hold\.json: .*JSON/);
    await writeFile(file, JSON.stringify({ patterns: { source: 'x', entries: ['ruk('] } }));
    expect(() => read(copy)).toThrow('media/language/en/hold.json: patterns.entries.0: not a regular expression');
    await rm(file);
    await writeFile(join(copy, 'en', 'holds.json'), '{}');
    expect(() => read(copy)).toThrow(
      /^media\/language\/en\/holds\.json is not a file of a language pack; its files are .*hold\.json/,
    );
  });

  it('list a request to wait in one file only', async () => {
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.json'));
    const listing = await Promise.all(
      files.map(async (name) => ((await readFile(new URL(name, folder), 'utf8')).includes('"Hold on"') ? [name] : [])),
    );
    expect(listing.flat()).toEqual([join('en', 'hold.json')]);
  });
});

describe('calibrations', () => {
  it('are read by the name of a model, and are neutral for a model without one', async () => {
    const measured = await readdir(new URL('../../media/recogniser/calibration/', import.meta.url));
    const models = measured.map((name) => name.replace('.json', '')).filter((name) => name !== 'neutral');
    expect(manifest.map(({ role }) => role)).toEqual(expect.arrayContaining(models));
    for (const model of models) expect(calibrationOf(model)).not.toEqual(neutralCalibration);
    expect(calibrationOf('another-model')).toBe(neutralCalibration);
  });

  it('are rejected with the file and the field', async () => {
    const copy = await copied();
    const file = join(copy, 'wrong.json');
    const { overlap } = neutralCalibration;
    const wrong = { source: 'x', overlap: { ...overlap, confidence: { ...overlap.confidence, clear: 7 } } };
    await writeFile(file, JSON.stringify(wrong));
    expect(() => readCalibration(pathToFileURL(file))).toThrow(/wrong\.json: overlap\.confidence\.clear: /);
  });
});
