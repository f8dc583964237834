import { expect, test } from 'vitest';
import { screeningWords } from '../../media/voicemail/screening-words.ts';

test.for([
  // iOS 26
  "Hi. If you record your name and reason for calling, I'll see if this person is available.",
  'hi if you record your name and reason for calling i will see if this person is available',
  // As recognised from a synthetic voice on a telephone line.
  "Hi, if you record your name and re-men for calling, I'll see if this person in a male will.",
  // Pixel
  "Hi, the person you're calling is using a screening service from Google, and will get a copy of this conversation. Go ahead and say your name and why you're calling.",
  "Hi, I'm Call Assist by Google recording this call for the person you're trying to reach. Before I try to connect you, can I ask what you're calling about?",
  // Google Voice
  'Please state your name after the tone and Google Voice will try to connect you.',
  'This call is being screened. What is the reason for your call?',
  "You've reached Tom's AI assistant. May I know who's calling and what this is about?",
  // Variations that the wordings were not written from.
  'Hello, if you could say your name and the reason for your call, I can check whether they are free to talk.',
  "Before I can connect you, please tell me who you are and why you're calling.",
  'Please give your name and the purpose of your call so we can connect you.',
  'This number uses call screening. Please identify yourself.',
  'State your name and why you are calling, and your call will be connected.',
  "Tell me your name and what this call is about, and I'll find out if she can take the call.",
  'The subscriber is using a call screening feature. Say your first name to continue.',
  // Hindi
  'नमस्ते, आप रवि के AI assistant से जुड़े हैं। कृपया अपना नाम और कॉल करने का कारण बताइए।',
  'Hello, main Ravi ka AI assistant hoon. Aap apna naam aur call karne ka reason bata sakte hain?',
  'नमस्ते, मैं सीमा की असिस्टेंट हूँ। अपना नाम बताएँ और कॉल करने की वजह बोलिए।',
  'यह कॉल स्क्रीन की जा रही है।',
])('a screener says: %s', (text) => {
  expect(screeningWords(text)).toBe('asks');
});

test.for([
  'Thanks. Please stay on the line.',
  'Thank you, please hold.',
  "Okay, one moment, I'll let them know.",
  'Connecting you now.',
  'कृपया लाइन पर बने रहें।',
  'Kripya intezaar kijiye.',
])('a screener asks to wait: %s', (text) => {
  expect(screeningWords(text)).toBe('waits');
});

test.for([
  ['Hello?', undefined],
  ['Yes, this is Tom speaking.', undefined],
  ['Who is this?', undefined],
  ['Sorry, I am in a meeting, can you call back?', undefined],
  ["You've reached Tom, please leave a message after the tone.", undefined],
  [
    "I'm sorry. This person is not available. If you would like to leave an additional message, please reply after the tone.",
    undefined,
  ],
  ['The number you have dialled is switched off.', undefined],
  ['Your call has been forwarded to an automated voice messaging system.', undefined],
  ['For sales press one, for support press two.', undefined],
  ['Welcome to Maple Grove, our menu has changed, please listen carefully.', undefined],
  ['आप जिस व्यक्ति से संपर्क करना चाहते हैं वह अभी उपलब्ध नहीं है।', undefined],
  ['हैलो, कौन बोल रहा है?', undefined],
  // Questions that people and voicemail ask too.
  ["Please leave your name, number and the reason for your call, and I'll get back to you.", 'may_ask'],
  ['Why are you calling?', 'may_ask'],
  ['आप क्यों कॉल कर रहे हैं?', 'may_ask'],
  // A person who takes the caller for a robot.
  ['What are you calling about? Are you an AI assistant?', 'may_ask'],
  ["Why are you calling? I'm not talking to an automated assistant.", 'may_ask'],
  ['Is this a virtual assistant? Who is calling, and what about?', 'may_ask'],
  ['Kis liye call kiya? Kya aap AI assistant hai?', 'may_ask'],
  ['आप क्यों कॉल कर रहे हैं? क्या यह एआई असिस्टेंट है?', 'may_ask'],
] as const)('%s is no screener', ([text, expected]) => {
  expect(screeningWords(text)).toBe(expected);
});
