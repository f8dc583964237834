import { expect, test } from 'vitest';
import type * as trial from '../../bench/trials/kill-analysis.ts';

/** As it was built: from its source each start would translate the whole server anew. */
const built = new URL('../../dist/bench/trials/kill-analysis.js', import.meta.url);
const { killAnalysis }: typeof trial = await import(built.href);

const none = { lost: 0, doubled: 0, wrong: 0 };
const asked = { uploads: 6, kills: 2, seed: 1 };

test('a server that is killed during uploads loses no recording and analyses none twice', async () => {
  expect(await killAnalysis({ ...asked, server: undefined })).toMatchObject(none);
}, 300_000);
