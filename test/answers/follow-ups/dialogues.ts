/**
 * One question of a dialogue. A follow-up has the required content of its answer and the page it must name; null if the
 * file does not answer it.
 */
export type Turn = readonly [question: string, holds?: string | RegExp | null, page?: number];
export type Dialogue = readonly Turn[];

/** Dialogues used to develop the follow-up rules. */
export const tuned = {
  annual: [
    [['What was revenue in 2024?'], ['And in 2023?', '764.0', 3], ['And operating profit?', '88.7', 3]],
    [['What was the net income in 2024?'], ['and the year before?', '60.2', 3], ['And in 2019?', null]],
    [['What was the revenue of the Energy segment in 2023?'], ['And Water?', '371.5', 3], ['And Aerospace?', null]],
    [['How much revenue did the Water segment make?'], ['What about Food?', '140.0', 3], ['2023?', '126.0', 3]],
    [
      ['Where was a new plant opened?'],
      ['How many people does it employ?', '220', 2],
      ['What does it make?', /butterfly/, 2],
    ],
    [
      ['Which company was acquired in 2024?'],
      ['How much did it cost?', '45 million', 2],
      ['When was that?', 'May 2024', 2],
    ],
    [['Who is the auditor?'], ['Since when?', '2019', 4], ['How high was the fee?', '1.1 million', 4]],
    [['What is the largest risk?'], ['And the second?', 'engineers', 4], ['And the third?', null]],
    [
      ['Which segment had the highest revenue?'],
      ['And the second highest?', 'Energy', 3],
      ['And the lowest?', 'Food', 3],
    ],
    [['Who is the Chief Financial Officer?'], ['Since when?', '2022', 5], ['What is his salary?', null]],
    [['What was the net debt?'], ['Which page is that on?', 'page 3', 3]],
    [['Which plant was closed?'], ['When was that?', 'March', 2], ['Why?', null]],
    [['What dividend is proposed?'], ['When will it be paid?', '12 June 2025', 3]],
    [
      ['When was the company founded?'],
      ['By whom?', 'Edith Harrow', 1],
      ['How many employees does it have?', '3,410', 4],
    ],
    [['Tell me about the risks'], ['What about the second one?', 'engineers', 4]],
    [['What was the net income in 2024?'], ['And Water?', null]],
    [['How many people does the plant in Pune employ?'], ['And Lille?', null]],
    [['Who is the auditor?'], ['How many employees does it have?', null]],
    [['What was the net debt?'], ['When is it due?', null], ['Who is the auditor?', 'Brandt', 4]],
    [['Hello!'], ['And in 2023?', null]],
  ],
  handbook: [
    [['What is the fee for a first consultation?'], ['And for a vaccination?', '40', 3], ['And an X-ray?', null]],
    [
      ['What are the opening hours of the Salem clinic on weekdays?'],
      ['And on Saturday?', 'closed', 3],
      ['And Eugene?', '9:00 to 12:00', 3],
      ['And Seattle?', null],
    ],
    [['Who is the data protection officer?'], ['What is her salary?', null]],
    [['Who is the ombudsperson?'], ['Where is his office?', 'Salem', 4]],
    [['What is the fee for a first consultation?'], ['And in Salem?', null]],
    [['How long is parental leave?'], ['And for nurses?', null], ['Is it paid?', 'full pay', 2]],
    [['How many vacation days do staff get?'], ['How many of them may be carried over?', 'five', 2]],
  ],
  sustainability: [
    [
      ['What were the scope 1 emissions in 2024?'],
      ['And scope 2?', '120', 2],
      ['And in 2022?', '610', 2],
      ['And 2019?', null],
    ],
    [
      ['How much heat did Aberdeen use?'],
      ['And Boston?', '150', 3],
      ['And electricity?', '640', 3],
      ['And Oslo?', null],
    ],
    [['Who handles hazardous waste?'], ['And batteries?', null]],
    [['How many suppliers were audited?'], ['With how many of them were contracts ended?', 'three', 4]],
  ],
  minutes: [
    [
      ['Which roofing company did the board choose?'],
      ['Who voted against it?', 'Samir Haddad', 1],
      ['Why?', /above the budget/, 1],
    ],
    [['Which firm had been six weeks late?'], ['Who said that?', 'Beatrice Holm', 1]],
    [['What rise in rents did Samir Haddad propose?'], ['And Joan Whitaker?', '2 percent', 1]],
    [['Who steps down as secretary?'], ['When?', 'end of August', 2], ['Who takes over?', /Nobody/, 2]],
    [['How much cash was there at the end of April?'], ['And at the end of March?', null]],
    [['How much did Slate & Co offer?'], ['And Hartwell Brothers?', '79,950', 1], ['And Calder Energy?', null]],
    [['When is the summer party?'], ['Who brings the barbecue?', 'Oliver Tran', 2]],
  ],
  budget: [
    [
      ['What did the town spend on police in fiscal year 2024?'],
      ['And on fire and rescue?', '7,480', 2],
      ['And in 2026?', '8,118', 2],
    ],
    [
      ['What does the Mill Street bridge cost?'],
      ['When will it be finished?', 'Dec 2026', 3],
      ['How is it paid for?', 'Bonds', 3],
      ['And the skate park?', 'Donations', 3],
    ],
    [
      ['Which is the most expensive capital project?'],
      ['And the second most expensive?', 'Library annex', 3],
      ['When does it start?', 'Oct 2025', 3],
    ],
    [['What was spent on the library in FY 2023?'], ['And in FY 2019?', null], ['And on the museum?', null]],
    [['How many inhabitants does the town have?'], ['And the library?', null]],
    [['Who is the finance director?'], ['And the police?', null], ['How old is he?', null]],
  ],
} as const satisfies Record<string, readonly Dialogue[]>;

/** Written before the rules and evaluated once they were finished: a measure of their quality. */
export const heldOut = {
  society: [
    [
      ['What were savings balances in 2023?'],
      ['And in 2021?', '1,755.9', 3],
      ['And mortgage balances?', '1,611.5', 3],
      ['And in 2016?', null],
    ],
    [['What was the CET1 ratio in 2020?'], ['What about 2022?', '18.8%', 3], ['And the year before?', '18.1%', 3]],
    [['What bonus did Priya Raman get?'], ['And Ruth Omondi?', '18', 4], ['And Hannah Price?', null]],
    [['Who succeeded Alastair Crowe as Chief Executive?'], ['Where did she work before?', 'Pennine Mutual', 2]],
    [
      ['Which firm won the contract for the core banking system?'],
      ['How much is it worth?', '7.5 million', 2],
      ['Over how many years?', 'six', 2],
    ],
    [['How many complaints were received?'], ['How many of them were referred to the Ombudsman?', 'Nineteen', 4]],
    [
      ['How many part-time staff work in the branches?'],
      ['And at the head office?', '37', 4],
      ['And full time?', '141', 4],
    ],
    [['When was the Hexham branch opened?'], ['How much did it cost?', null]],
    [['How much interest was payable in 2023?'], ['And the year before?', '15,733', 3], ['And the tax?', '2,679', 3]],
  ],
  wind: [
    [
      ['What is the mean wind speed in summer at 150 m?'],
      ['And in winter?', '10.5', 3],
      ['And at 60 m?', '8.9', 3],
      ['And at 200 m?', null],
    ],
    [['Who made the wind vane V1?'], ['And the lidar?', 'Aerolux', 2], ['What was its availability?', '99.1', 2]],
    [
      ['How large is the loss from wakes?'],
      ['And from icing?', '5.0', 3],
      ['And from noise?', '0.5', 3],
      ['And from birds?', null],
    ],
    [['What is the rated power of the S150?'], ['How large is its rotor?', '150 m', 4], ['What does it cost?', null]],
    [['What was the strongest gust?'], ['When was that?', '1 February 2024', 3]],
    [['Was the mast struck by lightning?'], ['When?', '17 July 2023', 2]],
  ],
  prices: [
    [
      ['What does a pack of balsamic vinegar cost?'],
      ['And rapeseed oil?', '39.60', 1],
      ['Where does it come from?', 'Uckermark', 1],
      ['And sunflower oil?', null],
    ],
    [
      ['What is the price per kg of Manchego?'],
      ['And its minimum order?', '2 wheels', 1],
      ['And the goat log?', '6 pieces', 1],
    ],
    [
      ['What discount is given from 25,000 euros of turnover?'],
      ['And from 60,000?', '4.5%', 2],
      ['And from 100,000?', null],
    ],
    [['Who is the contact?'], ['What is her telephone number?', '5550 178', 2]],
    [['Which cheese has the highest price?'], ['And the lowest?', /Blue cheese/, 1]],
  ],
  hospital: [
    [
      ['What was the median waiting time for cataract surgery in 2024?'],
      ['And in 2025?', '41', 2],
      ['And for a hearing test?', '12', 2],
      ['And for a knee replacement?', null],
    ],
    [['What is the target for an MRI scan?'], ['And for a hip replacement?', '90', 2], ['And in 2023?', null]],
    [
      ['Which treatment has the longest waiting time?'],
      ['And the second longest?', 'Cataract', 2],
      ['And the shortest?', 'Hearing', 2],
    ],
    [['Who is the Medical Director?'], ['Since when?', '2021', 1], ['Who said that?', null]],
    [
      ['What share of patients found the food poor?'],
      ['And very good?', '28%', 2],
      ['And the care by nurses?', '71%', 2],
    ],
    [
      ['How many beds does the hospital have?'],
      ['When was it opened?', '1888', 1],
      ['By whom?', 'Sisters of Mercy', 1],
    ],
    [
      ['What did the scanner cost?'],
      ['Who donated half of it?', 'Friends of St. Brigid', 3],
      ['Where does it stand?', null],
    ],
    [['How many physicians are employed?'], ['And nurses?', '402', 1], ['And gardeners?', null]],
    [['How long was ward 6 closed?'], ['Why?', 'norovirus', 2]],
  ],
  notice: [
    [
      ['When does the last bus leave Ferry Lane?'],
      ['And Quarry Halt?', '21:40', 1],
      ['And the first?', '06:10', 1],
      ['And Pine Hill?', null],
    ],
    [['When will the line be closed?'], ['Why?', /viaduct/, 1]],
  ],
  museum: [
    [
      ['When was the lighthouse built?'],
      ['How many steps does it have?', /214|two hundred and fourteen/i, 0],
      ['Who designed it?', null],
    ],
    [['Who was the last keeper?'], ['When did he leave?', '1971', 0], ['What was his salary?', null]],
    [['What does the family ticket cost?'], ['And for adults?', /seven|7/i, 0], ['And for dogs?', null]],
    [['When did the lamp become electric?'], ['What did it burn at first?', /whale oil/i, 0]],
  ],
  standup: [
    [
      ['How many boxes does the new machine pack in an hour?'],
      ['And the old one?', /500|five hundred/i, 0],
      ['Who said that?', null],
    ],
    [['What did the insurance cost?'], ['And last year?', /less than/i, 0]],
    [['Who is responsible for the customs papers?'], ['Where did she work before?', /harbor/i, 0]],
    [['Which supplier do they want to leave?'], ['Why?', /break/i, 0]],
    [['When does the second warehouse open?'], ['And the third?', null]],
  ],
} as const satisfies Record<string, readonly Dialogue[]>;
