import { describe, expect, test } from 'vitest';
import { createFinder, type Source, worded } from '../../media/retrieval/index.ts';
import { isOfSameMeasure, statesFigureOfKind } from '../../media/retrieval/measures.ts';
import { isByUnit, namesSomebody, statesQuantity, unknownQualifiers } from '../../media/retrieval/stated.ts';

const finder = createFinder({});

const text: Source = {
  key: 'text',
  title: 'Minutes',
  read: async () => [
    {
      place: 'page 1',
      blocks: [
        { kind: 'text', text: 'The summer fair drew 2,300 visitors. Theft and fire are insured.' },
        { kind: 'text', text: 'The new kernel package is created in the directory above the sources.' },
        {
          kind: 'text',
          text: 'Grants of contributors in Section 2.1 remain. Handbooks are maintained in the archive.',
        },
        { kind: 'text', text: 'Build the archive with the following command:' },
        { kind: 'text', text: 'make archive' },
        { kind: 'text', text: 'None of the ferries carries cars.' },
        { kind: 'text', text: 'The Rosenhof opens on Friday. The contact there is Mr Yilmaz.' },
      ],
    },
  ],
};

const table: Source = {
  key: 'table',
  title: 'Rain',
  read: async () => [
    {
      place: 'sheet Rain',
      blocks: [
        {
          kind: 'table',
          table: {
            header: ['Station', 'Day', 'Rain', 'Wind'],
            rows: [
              ['Almere', 'Monday', '3.2', '18'],
              ['Almere', 'Tuesday', '0.5', '12'],
              ['Zwolle', 'Monday', '5.6', '21'],
              ['Zwolle', 'Tuesday', '1.1', '15'],
            ],
          },
        },
      ],
    },
  ],
};

const tableOf = (header: string[], ...rows: string[][]): Source => ({
  key: JSON.stringify([header, rows]),
  title: 'Table',
  read: async () => [{ place: 'page 1', blocks: [{ kind: 'table', table: { header, rows } }] }],
});

const rooms = tableOf(
  ['Room', 'Price', 'Remark'],
  ['Blue', '90', 'price with breakfast'],
  ['Green', '150', 'sea view'],
  ['Red', '70', 'price without breakfast'],
  ['White', '60', 'ground floor'],
);

const answer = async (question: string, source: Source): Promise<string> =>
  (await finder.find(question, source)).answers.map(worded).join(' ');

describe('a statement', () => {
  test.each([
    'How many visitors came to the winter fair?',
    'Is theft of a helmet insured?',
    'How large is the kernel package?',
    'How many contributors are there?',
    'Who maintains the handbooks?',
  ])('does not answer a question about another thing: %s', async (question) => {
    expect(await answer(question, text)).toBe('');
  });

  test.each([
    ['How many visitors came to the summer fair?', /2,300/],
    ['How many ferries carry cars?', /None of the ferries/],
    ['Which command builds the archive?', /command: make archive/],
    ['Who is the contact at the Rosenhof?', /Yilmaz/],
  ])('answers its own question: %s', async (question, expected) => {
    expect(await answer(question, text)).toMatch(expected);
  });
});

describe('words of a question', () => {
  const known = (term: string): boolean =>
    ['parking', 'menu', 'theft', 'fair', 'price'].some((word) => word.startsWith(term));

  test.each([
    ['How many came to the winter fair?', ['winter']],
    ['Is theft of a helmet insured?', ['helmet']],
    ['Where do I find the current menu?', []],
    ['What kind of dishes is on the menu?', []],
  ])('tell the thing asked for from others of its kind, or do not: %s', (question, expected) => {
    expect([...unknownQualifiers(question, known)]).toEqual(expected);
  });
});

describe('a quantity in words', () => {
  test.each([
    ['How many directors are there?', 'There is one director of the firm.', true],
    ['How many languages are spoken?', 'Several languages are spoken.', true],
    ['How many pools are there?', 'The house has a lift and a pool.', true],
    ['How many lifts carry wheelchairs?', 'None of the lifts carries wheelchairs.', true],
    ['How long does delivery take?', 'Delivery takes a few days.', true],
    ['How long can guests stay?', 'Guests may stay as long as they like.', true],
    ['How heavy is the bag?', 'The bag weighs less than a kilo.', true],
    ['How heavy is the bag?', 'The bag is made of leather.', false],
    ['How many directors are there?', 'The directors meet one evening a month.', false],
  ])('answers "how many" and "how long", or does not: %s %s', (question, sentence, expected) => {
    expect(statesQuantity(sentence, question)).toBe(expected);
  });
});

describe('a column', () => {
  test.each([
    ['How much rain fell in total?', /^Sum of 4 rows, Rain: 10\.4 \(sheet Rain\)/],
    ['How much rain fell in total in Almere?', /^Sum of 2 rows, Rain: 3\.7/],
    ['What was the highest wind in Almere?', /Wind: 18/],
    ['What was the lowest wind?', /Wind: 12/],
  ])('is added up or searched over the rows of the question: %s', async (question, expected) => {
    expect(await answer(question, table)).toMatch(expected);
  });
});

describe('the highest or lowest row', () => {
  test.each([
    ['Which room has the highest price?', /^Green, Price: 150/],
    ['Which room has the lowest price?', /^White, Price: 60/],
  ])('is one of all rows, also when some mention the heading of the column: %s', async (question, expected) => {
    expect(await answer(question, rooms)).toMatch(expected);
  });
});

describe('the highest or lowest row of some', () => {
  const tickets = tableOf(
    ['Ticket', 'Price'],
    ['Day ticket adult', '12'],
    ['Day ticket child', '6'],
    ['Week ticket adult', '40'],
    ['Week ticket child', '20'],
  );
  const items = tableOf(['Item', '2023'], ['Revenue', '120'], ['Cost of revenue', '50'], ['Income', '30']);

  test.each([
    ['What is the cheapest adult ticket?', tickets, /^Day ticket adult, Price: 12/],
    ['What is the highest price of a child ticket?', tickets, /^Week ticket child, Price: 20/],
    ['What was the lowest revenue in 2023?', items, /^$/],
  ] as const)('has the words of the question in its name: %s', async (question, source, expected) => {
    expect(await answer(question, source)).toMatch(expected);
  });
});

describe('cells of a column', () => {
  test('are added up with their unit', async () => {
    const costs = tableOf(['Item', 'Cost'], ['Paint', '€ 1,012.50'], ['Brush', '€ 7.5'], ['Refund', '(€ 20.00)']);
    expect(await answer('What was the total cost?', costs)).toMatch(/^Paint, Cost/);
    const paid = tableOf(['Item', 'Cost'], ['Paint', '€ 1,012.50'], ['Brush', '€ 7.5'], ['Refund', '€ -20.00']);
    expect(await answer('What was the total cost?', paid)).toBe('Sum of 3 rows, Cost: € 1,000.00 (page 1).');
  });

  test.each([
    [
      'of two currencies',
      'What was the total cost?',
      tableOf(['Item', 'Cost'], ['Paint', '€ 12.50'], ['Brush', '$ 7.50']),
    ],
    [
      'of two scales',
      'How many visitors came in total?',
      tableOf(['Town', 'Visitors'], ['A', '1.2 million'], ['B', '8 thousand']),
    ],
    ['that are times', 'What is the total duration?', tableOf(['Task', 'Duration'], ['Dig', '1:30'], ['Fill', '2:45'])],
    [
      'that are dates',
      'How many started in total?',
      tableOf(['Name', 'Started'], ['Ann', '2020-03-01'], ['Bob', '2021-04-02']),
    ],
    ['that are years', 'How many started in total?', tableOf(['Name', 'Started'], ['Ann', '2020'], ['Bob', '2021'])],
    [
      'with decimal commas',
      'How much rain fell in total?',
      tableOf(['Station', 'Rain'], ['Almere', '3,2'], ['Zwolle', '0,5']),
    ],
    [
      'of different things',
      'What was the total revenue in 2023?',
      tableOf(
        ['Item', '2022', '2023'],
        ['Revenue', '100', '120'],
        ['Cost of revenue', '40', '50'],
        ['Income', '9', '7'],
      ),
    ],
    [
      'whose heading is "Sum insured"',
      'What is the sum insured?',
      tableOf(['Plan', 'Sum insured'], ['Gold', '100,000'], ['Silver', '50,000']),
    ],
  ])('%s are not added up', async (_, question, source) => {
    expect(await answer(question, source)).not.toMatch(/Sum of/);
  });
});

describe('a rate', () => {
  test.each([
    ['What does a canoe cost per day?', 'Canoes can be hired for 12 euros an hour.', false],
    ['What does a canoe cost per hour?', 'Canoes can be hired for 12 euros an hour.', true],
    ['What does a canoe cost?', 'Canoes can be hired for 12 euros an hour.', true],
    ['What is the charge per parking space?', 'The charge is 3.45 euros per square metre.', false],
    ['How much is a night?', 'Price per night: 20 euros, per week: 120 euros.', true],
    ['What does a canoe cost per day?', 'A canoe costs 12 euros.', true],
  ])('asked in "%s" may be stated by "%s": %s', (question, statement, is) => {
    expect(isByUnit(statement, question)).toBe(is);
  });
});

test('how long something lasts is not answered by the number of a part', async () => {
  const parts: Source = {
    key: 'parts',
    title: 'Pump',
    read: async () => [
      {
        place: 'page 2',
        blocks: [
          { kind: 'heading', text: 'Guarantee' },
          {
            kind: 'table',
            table: {
              header: ['Spare part', 'Number'],
              rows: [
                ['Seal', '40-117'],
                ['Filter', '40-121'],
              ],
            },
          },
        ],
      },
    ],
  };
  expect(await answer('How long is the guarantee for the filter?', parts)).not.toContain('40-121');
});

describe('a figure or a name', () => {
  test.each([
    ['How many kennels are there?', 'Kennels are cleaned by hand 14 days before a stay.', false],
    ['How many kennels are there?', 'There are 40 kennels.', true],
    ['How many days does it take?', 'It takes 14 days.', true],
    ['How many girls are there?', 'A school for girls and for boys from 4 to 18.', false],
    ['How many pupils are in a class?', 'Classes have 18 pupils at most.', true],
    ['How long is the pool?', 'The pool is 40 centimetres deep.', false],
    ['How deep is the pool?', 'The pool is 40 centimetres deep.', true],
    ['How long is the flight?', 'The flight leaves at 07:25 and arrives in Oslo at 10:40.', false],
    ['How long does a visit take?', 'A visit takes 45 to 60 minutes.', true],
    ['How long are you open?', 'We are open from 9 to 17.', true],
    ['How old is Dr Farouk?', 'Dr Farouk qualified in Leeds in 2004.', false],
    ['How old must a puppy be?', 'Puppies have to be at least 16 weeks old.', true],
    ['How much is parking?', 'There is parking for 70 cars.', false],
    ['How much is a laptop?', 'From Year 7 every pupil needs a laptop.', false],
    ['How much is a season pass?', 'Season pass 145.00.', true],
    ['How much is breakfast?', 'Breakfast is 12 euros.', true],
    ['How much is the insurance?', 'Insurance is included.', true],
  ])('is of the kind asked for, or is not: %s %s', (question, sentence, expected) => {
    expect(statesFigureOfKind(sentence, question)).toBe(expected);
  });

  test.each([
    ['How much is parking for four hours?', 'The car park is free for three hours.', false],
    ['How much is parking for three hours?', 'The car park is free for 3 hours.', true],
    ['How much is parking?', 'The car park is free for three hours.', true],
    ['When is the pool open for four hours?', 'On Sunday the pool is open for three hours.', true],
  ])('is for the measure asked for, or is not: %s %s', (question, sentence, expected) => {
    expect(isOfSameMeasure(sentence, question)).toBe(expected);
  });

  test.each([
    ['Photographs only with the consent of the duty manager.', false],
    ['After you ring us, a surveyor visits your house.', false],
    ['Ruth Omondi runs the archive.', true],
    ['Ingrid leads the tours.', true],
    ['Ask for Rowena Tuck.', true],
  ])('names somebody, or does not: %s', (sentence, expected) => {
    expect(namesSomebody(sentence)).toBe(expected);
  });
});

describe('a row', () => {
  const services = tableOf(
    ['Service', 'What is included', 'Price (£)', 'Days'],
    ['Silver service', 'Bronze plus wheels trued and drivetrain cleaned', '79', '3'],
    ['Gold service', 'Silver plus bearings regreased', '149', '5'],
  );
  const stays = tableOf(['Guest', 'Per night', 'Second pet sharing'], ['Cat', '£14', '£9'], ['Rabbit', '£8', '£3']);

  test.each([
    ['How much is the silver service?', services, /^Silver service, Price \(£\): 79 /],
    ['How long does a wheel truing take?', services, /^$/],
    ['How old do rabbits have to be?', stays, /^$/],
    ['What does a second cat cost if they share?', stays, /^Cat, Second pet sharing: £9 /],
  ])('answers with its price, and not for what a cell of it mentions: %s', async (question, source, expected) => {
    expect(await answer(question, source)).toMatch(expected);
  });
});

describe('a service', () => {
  const house: Source = {
    key: 'house',
    title: 'House',
    read: async () => [
      {
        place: 'page 1',
        blocks: [
          { kind: 'text', text: 'No glass, no dogs and no inflatables.' },
          { kind: 'text', text: 'Fitting takes two days and the scaffolding is part of the price.' },
          { kind: 'text', text: 'The survey is without charge. Travel insurance is not included.' },
          { kind: 'text', text: 'The showroom is open on weekdays from ten until four.' },
          { kind: 'text', text: 'A season pass is 145.00. A family of two adults and three children pays 18.00.' },
          { kind: 'text', text: 'The main pool is heated to 24 degrees.' },
        ],
      },
    ],
  };

  test.each([
    ['Are dogs allowed?', /no dogs/],
    ['Is the scaffolding included?', /part of the price/],
    ['Is the survey free?', /without charge/],
    ['How much is the travel insurance?', /^$/],
    ['When was the showroom opened?', /^$/],
    ['How much is a season pass for a child?', /^$/],
    ['What is the depth of the main pool?', /^$/],
    ['How deep is the diving pool?', /^$/],
  ])('is allowed, included or free as the text says: %s', async (question, expected) => {
    expect(await answer(question, house)).toMatch(expected);
  });
});
