import { expect, test } from 'vitest';
import { chosenOption, menuOptions } from '../../media/voicemail/menu-options.ts';

const before = 'Thank you for calling. For sales, press 1. For support, press two. To hear this again, press star.';
const after = 'Welcome. Press one for sales. Press 2 for customer support, or press 0 to speak to a person.';

test.for([
  [before, ['sales'], '1'],
  [before, ['support'], '2'],
  [before, ['hear again'], '*'],
  [after, ['sales'], '1'],
  [after, ['customer support'], '2'],
  [after, ['speak person'], '0'],
  // Held out: other verbs, other orders, and recognised text without punctuation.
  ['for opening hours press three for anything else press four', ['anything else'], '4'],
  ['if you are an existing customer dial 2 if you are new dial 3', ['new'], '3'],
  ['to reach the pharmacy push the number five key or stay on the line', ['pharmacy'], '5'],
  ['Select 7 for lost cards, select 8 for anything else.', ['lost card'], '7'],
  ['For billing press 1, for questions about a billing letter press 2.', ['billing'], '1'],
  ['To continue in English press the pound key.', ['english'], '#'],
  ['हिंदी के लिए एक दबाएं, अंग्रेज़ी के लिए दो दबाएं।', ['अंग्रेज़ी'], '2'],
  ['बिल की जानकारी के लिए 3 दबाइए', ['बिल'], '3'],
  ['hindi ke liye ek dabaye, english ke liye do dabaye', ['english'], '2'],
  // A greeting before the first option.
  ['Welcome to Acme, press one for sales, press two for support, press three for billing.', ['support'], '2'],
  ['Thank you for calling Acme, press one for sales', ['sales'], '1'],
  ['Thank you for calling Acme, for sales, press one, for support, press two, for', ['support'], '2'],
  // Heard in part: the next option has begun.
  ['For sales, press one, for support', ['sales'], '1'],
  ['For sales, press one. For support', ['sales'], '1'],
  ['For sales, press one. For support, press two. For', ['support'], '2'],
  ['Thank you for calling Acme. Press one for sales. Press two', ['sales'], '1'],
  // The first wanted choice that the menu has.
  [before, ['returns', 'support', 'sales'], '2'],
] as const)('%s: %j is key %s', ([text, wanted, key]) => {
  expect(chosenOption(menuOptions(text), wanted)?.key).toBe(key);
});

test.for([
  [before, ['returns']],
  [before, ['']],
  ['Hello?', ['sales']],
  // Heard in part, the purpose may be on either side.
  ['for sales press one for support', ['support']],
  ['for sales press one for support', ['sales']],
  ['thank you for calling for sales press one for support press two for', ['support']],
  ['For sales, press one. For support', ['support']],
  ['Could you press on with the order, one for me and two for her?', ['order']],
  ["You've reached Tom, please leave a message after the tone.", ['message']],
] as const)('%s has no key for %j', ([text, wanted]) => {
  expect(chosenOption(menuOptions(text), wanted)).toBeUndefined();
});
