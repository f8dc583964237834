import sax from 'sax';
import { z } from 'zod';
import { telephonyA } from '../../src/telephony/telephony-a/index.ts';
import { telephonyB } from '../../src/telephony/telephony-b/index.ts';

const teammate = '+12025550109';

/** Returns, as sentences, how a brief breaks the documents that providers execute. */
export function brokenDocuments(brief: string): readonly string[] {
  return [...brokenXml(brief), ...brokenJson(brief)];
}

const dialled = z.object({ destination: z.object({ numbers: z.array(z.string()) }) });

const allowed = ['Response', 'GetInput', 'Speak', 'Hangup'];

function brokenXml(brief: string): readonly string[] {
  const broken: string[] = [];
  const parser = sax.parser(true);
  parser.onopentag = ({ name, attributes }) => {
    if (!allowed.includes(name)) broken.push(`the brief became the element ${name}`);
    const action = attributes.action;
    if (action !== undefined && action !== 'https://voice.example.com/choice')
      broken.push(`an element acts at ${String(action)}`);
  };
  parser.onerror = (error) => {
    broken.push(`the document is not XML: ${error.message.split('\n')[0]}`);
    parser.resume();
  };
  const { handover } = telephonyA.documents;
  parser.write(String(handover?.whisper({ choiceUrl: 'https://voice.example.com/choice', brief }))).close();
  return broken;
}

function brokenJson(brief: string): readonly string[] {
  const made = telephonyB.documents.next?.print({ phoneNumber: teammate, isRecorded: false, brief });
  const { destination } = dialled.parse(JSON.parse(JSON.stringify(made)));
  return destination.numbers.join() === teammate ? [] : [`the brief dials ${destination.numbers.join()}`];
}
