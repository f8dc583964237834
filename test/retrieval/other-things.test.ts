import { describe, expect, test } from 'vitest';
import { createAnswerer, type Source } from '../../src/answers/index.ts';

const tariff = {
  header: ['Room', 'Beds', 'Low season', 'High season'],
  rows: [
    ['Room 101', '2', '84', '120'],
    ['Room 102', '1', '66', '95'],
    ['Suite 7', '4', '210', '310'],
  ],
};
const articles = {
  header: ['Article', 'Name', 'Price'],
  rows: [
    ['A-114', 'Claw hammer', '18.50'],
    ['B-220', 'Hand saw', '22.90'],
  ],
};
const vaccines = {
  header: ['Vaccine', 'Doses', 'Interval (weeks)'],
  rows: [
    ['Hepatitis A', '2', '26'],
    ['Cholera', '2', '6'],
  ],
};
const sales = {
  header: ['USD million', '2023', '2022'],
  rows: [
    ['Bikes', '', ''],
    ['Sales', '70', '61'],
    ['Scooters', '', ''],
    ['Sales', '41', '38'],
    ['Group sales', '111', '99'],
    ['Employees', '2,455', '2,390'],
    ['Staff costs', '31', '29'],
  ],
};
const texts = [
  'The ferry was built in 1988. Diesel cost 4.2 million pounds.',
  'The harbour master is Fiona Baird.',
  'The workshop made 310 anchors. The foundry made 95 bells.',
  'The canteen in the east wing was closed in March 2024. The canteen in the north wing seats 180 pupils.',
  'The trip of year eight goes to Bristol. The trip of year ten goes to Lyon and costs 480 pounds.',
  'The dam at Lower Weir was built in 1958. The dam at Upper Weir was repaired in 2016.',
  'Dogs cost 12 euros a night. Cats are not allowed.',
];

const source: Source = {
  key: 'things',
  title: 'Things',
  year: 2023,
  read: async () => [
    {
      place: 'page 1',
      blocks: [
        ...[tariff, articles, vaccines, sales].map((table) => ({ kind: 'table' as const, table })),
        ...texts.map((text) => ({ kind: 'text' as const, text })),
      ],
    },
  ],
};
const answerer = createAnswerer({});
const answer = async (question: string) => answerer.answer(question, source);

describe('a document', () => {
  test.each([
    'How many beds does Room 66 have?',
    'How much is Room 120 in high season?',
    'What does Suite 4 cost in low season?',
    'What is the price of B-114?',
    'What is the price of A-220?',
    'What is the interval for hepatitis B?',
    'What did diesel cost in 1988?',
    'Who was harbour master in 1988?',
    'How many bells did the workshop make?',
    'When was the canteen in the north wing closed?',
    'Where does the trip of year nine go?',
    'When was the dam at Upper Weir built?',
    'How much do cats cost?',
  ])('is not quoted about another row, year, place or thing: %s', async (question) => {
    expect(await answer(question)).toMatchObject({ isFound: false });
  });

  test.each([
    ['How many beds does Suite 7 have?', 'Suite 7, Beds: 4'],
    ['What is the price of article B-220?', 'B-220, Price: 22.90'],
    ['What is the interval for hepatitis A?', '26'],
    ['How many anchors did the workshop make?', '310'],
    ['When was the dam at Lower Weir built?', '1958'],
    ['How much does the trip of year ten cost?', '480'],
    ['How much do dogs cost?', '12 euros'],
  ])('answers with its own row or sentence: %s', async (question, holds) => {
    expect((await answer(question)).text).toContain(holds);
  });

  test('names a row of all groups without the last group, and counts without money', async () => {
    expect((await answer('What were group sales in 2023?')).text).toMatch(/^Group sales, 2023: 111 \(USD million/);
    expect((await answer('How many employees were there in 2023?')).text).toMatch(/^Employees, 2023: 2,455 \(page 1\)/);
    expect((await answer('What were the staff costs in 2023?')).text).toMatch(/^Staff costs, 2023: 31 \(USD million/);
  });
});
