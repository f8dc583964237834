export interface NamedSentence {
  readonly text: string;
  /** The names in it. */
  readonly names: readonly string[];
}

const named = (text: string, ...names: string[]): NamedSentence => ({ text, names });

/** Sentences by which the allowances were set. */
const seen: readonly NamedSentence[] = [
  named('I would like to see Doctor Venkataraman on Thursday.', 'Venkataraman'),
  named('Is Siobhan in the office today?', 'Siobhan'),
  named('My order is for two Quintessa lamps.', 'Quintessa'),
  named('Does the Zyrexa plan include roaming?', 'Zyrexa'),
  named('We live in Llanberis, near the lake.', 'Llanberis'),
  named('Could you put me through to Mister Okonkwo?', 'Okonkwo'),
  named('I saw the Brightleaf offer on your website.', 'Brightleaf'),
  named('The technician, Xavier Delacroix, was here yesterday.', 'Xavier Delacroix'),
  named('Do you deliver to Schaumburg?', 'Schaumburg'),
  named('I am calling about the Meridora account.', 'Meridora'),
  named('Can Priyanka call me back after lunch?', 'Priyanka'),
  named('The Kestrelin tablets make me feel sleepy.', 'Kestrelin'),
  named('I need a quote for the Vandermeer building.', 'Vandermeer'),
  named('Has my Trelawny parcel been shipped?', 'Trelawny'),
];

/** Sentences by which no allowance was set. */
const heldOut: readonly NamedSentence[] = [
  named('Is Doctor Chatterjee free on Monday morning?', 'Chatterjee'),
  named('I want to return the Halvorsen jacket.', 'Halvorsen'),
  named('Please tell Niamh that I will be late.', 'Niamh'),
  named('How much is a room at the Solmara hotel?', 'Solmara'),
  named('My mother takes Duvelox every evening.', 'Duvelox'),
  named('I have a question about the Penrhyn branch.', 'Penrhyn'),
  named('Can I speak to Anastasia Wojcik, please?', 'Anastasia Wojcik'),
  named('The Ostrava model is out of stock.', 'Ostrava'),
  named('We met Mister Papadopoulos at the front desk.', 'Papadopoulos'),
  named('Is there parking at the Carrickfergus clinic?', 'Carrickfergus'),
  named('I signed up for Fluxora last week.', 'Fluxora'),
  named('Does Guillermo still work on the night shift?', 'Guillermo'),
  named('Send the invoice to Thistlewood and Company.', 'Thistlewood'),
  named('My daughter has an appointment with Doctor Nakamura.', 'Nakamura'),
  named('What is the price of the Aurelix pump?', 'Aurelix'),
  named('I would like to book a table at Osteria Belvento.', 'Osteria Belvento'),
  named('The Kowalczyk family moved out in June.', 'Kowalczyk'),
  named('Are you open on Sunday in Worcester?', 'Worcester'),
  named('I lost my Jaspera card yesterday.', 'Jaspera'),
  named('Could Rajesh explain the Nimbaro warranty?', 'Rajesh', 'Nimbaro'),
];

/** Held-out sentences without any of the names, with words that sound like some of them. */
export const withoutNames: readonly string[] = [
  'I would like to book a cleaning for next week.',
  'Can you tell me how much the ticket costs?',
  'My address has changed since the last order.',
  'Is it possible to pay in cash?',
  'I need to speak to someone about a refund.',
  'The washing machine makes a strange noise.',
  'When does the next train leave for the airport?',
  'You never said that there was a fee.',
  'I neither called you nor wrote a letter.',
  'We have a meeting in the new building at four.',
  'My card was declined at the store.',
  'He has a fever and a sore throat.',
  'That is more than I wanted to spend.',
  'I am allergic to peanuts and shellfish.',
  'Please send me the form by email.',
  'The lamp arrived with a broken switch.',
  'Could you repeat the last part, please?',
  'I think the price on your website is wrong.',
  'What should I do if I miss my appointment?',
  'Our car will not start this morning.',
  'It is the third house on the left.',
  'Thank you, that is all I needed.',
  'Do you have the same jacket in blue?',
  'I was told to call back in an hour.',
];

export const namedSentences = { seen, 'held-out': heldOut } as const;
