import { expect, test } from 'vitest';
import { yearsIn } from '../../media/retrieval/terms.ts';

test.each([
  ['revenue of 2023/24', [2024]],
  ['revenue of 1998-99', [1999]],
  ['the season 1999/00', [2000]],
  ['from 1896 – 97 on', [1897]],
  ["FY24 and FY '19", [2024, 2019]],
  ['in 1987 and 2001', [1987, 2001]],
])('the years of "%s" are %j', (text, years) => {
  expect([...yearsIn(text)]).toEqual(years);
});
